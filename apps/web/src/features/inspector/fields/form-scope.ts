import type { ProblemPlace } from '@lathe/contract'
import { createContext, useContext, useMemo } from 'react'
import type * as z from 'zod'
import { useBench } from '../../workbench/workbench-context.ts'
import type { NamedProblem } from './diagnostics.ts'

type Place = z.infer<typeof ProblemPlace>

/** What the form around a field is about. */
export type FormScope = Pick<Place, 'node' | 'edge' | 'channel'>

export const FormScopeContext = createContext<FormScope>({})

/** It names a port, and no field: the port's name is right. */
const MISSING_EDGE = 'OPEN_PORT'

/** What an edge does is told of the node it leaves too. */
const isWithin = (place: Place, { node, edge }: FormScope) =>
  place.edge === edge && (edge !== undefined || place.node === node)

/** The sentences of the problems at a field, one a line, or within it where no field of its own shows them. */
export function useFieldMessages(field: string, isContainer: boolean): string | undefined {
  const scope = useContext(FormScopeContext)
  return useBench(({ problems }) => {
    const here = problems.filter(
      ({ code, place }) =>
        code !== MISSING_EDGE &&
        isWithin(place, scope) &&
        (scope.channel === undefined || place.channel === scope.channel) &&
        place.field !== undefined &&
        (place.field === field || (isContainer && place.field.startsWith(`${field}.`))),
    )
    return here.length > 0 ? here.map(({ message }) => message).join('\n') : undefined
  })
}

/** Problems with a name that a text uses. */
export function useNamedProblems(field: string): readonly NamedProblem[] {
  const scope = useContext(FormScopeContext)
  const found = useBench(({ problems }) =>
    JSON.stringify(
      problems.flatMap(({ place, severity, message }): NamedProblem[] =>
        place.name !== undefined && place.field === field && isWithin(place, scope)
          ? [{ name: place.name, severity, message }]
          : [],
      ),
    ),
  )
  return useMemo(() => JSON.parse(found) as NamedProblem[], [found])
}
