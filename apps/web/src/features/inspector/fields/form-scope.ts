import type { ProblemPlace } from '@lathe/contract'
import { createContext, useContext, useMemo } from 'react'
import type * as z from 'zod'
import { refusedField } from '../../workbench/problems/refused-field.ts'
import { useBench, useRunView } from '../../workbench/workbench-context.ts'
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

/** What the provider said of this field in the run that is looked at. */
function useRefusal(field: string): string | undefined {
  const { node: id = '' } = useContext(FormScopeContext)
  const node = useBench(({ document }) => document.nodes[id])
  return useRunView(({ error }) => {
    if (error?.param === undefined || error.node !== id) return undefined
    if (refusedField(node, error.param) !== field) return undefined
    return `Refused in this run: ${error.message}`
  })
}

/** The sentences of the problems at a field, one a line, or within it where no field of its own shows them. */
export function useFieldMessages(field: string, isContainer: boolean): string | undefined {
  const scope = useContext(FormScopeContext)
  const refusal = useRefusal(field)
  return useBench(({ problems }) => {
    const here = problems.filter(
      ({ code, place }) =>
        code !== MISSING_EDGE &&
        isWithin(place, scope) &&
        (scope.channel === undefined || place.channel === scope.channel) &&
        place.field !== undefined &&
        (place.field === field || (isContainer && place.field.startsWith(`${field}.`))),
    )
    const messages = [...here.map(({ message }) => message), ...(refusal ? [refusal] : [])]
    return messages.length > 0 ? messages.join('\n') : undefined
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
