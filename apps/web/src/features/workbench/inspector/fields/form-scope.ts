import type { Problem, ProblemPlace } from '@lathe/contract'
import { createContext, useContext, useMemo } from 'react'
import type * as z from 'zod'
import { refusedField } from '../../problems/refused-field.ts'
import { useBench, useRunView } from '../../workbench-context.ts'
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
  const error = useRunView((view) => (view.error?.node === id ? view.error : undefined))
  const isHere = useBench(
    ({ document }) =>
      error?.param !== undefined && refusedField(document.nodes[id], error.param) === field,
  )
  return isHere ? `Refused in this run: ${error?.message}` : undefined
}

type FieldMessage = Pick<Problem, 'severity' | 'message'>

/** What is wrong at a field, or within it where no field of its own shows it. */
export function useFieldMessages(field: string, isContainer: boolean): readonly FieldMessage[] {
  const scope = useContext(FormScopeContext)
  const refusal = useRefusal(field)
  const found = useBench(({ problems }) => {
    const here = problems.filter(
      ({ code, place }) =>
        code !== MISSING_EDGE &&
        isWithin(place, scope) &&
        (scope.channel === undefined || place.channel === scope.channel) &&
        place.field !== undefined &&
        (place.field === field || (isContainer && place.field.startsWith(`${field}.`))),
    )
    return JSON.stringify(here.map(({ severity, message }) => ({ severity, message })))
  })
  return useMemo(() => {
    const messages: FieldMessage[] = JSON.parse(found)
    return refusal === undefined ? messages : [...messages, { severity: 'error', message: refusal }]
  }, [found, refusal])
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
