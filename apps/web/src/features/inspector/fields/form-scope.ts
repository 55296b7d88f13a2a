import type { ProblemPlace } from '@lathe/contract'
import { createContext, useContext } from 'react'
import type * as z from 'zod'
import { useBench } from '../../workbench/workbench-context.ts'

type Place = z.infer<typeof ProblemPlace>

/** What the form around a field is about. */
export type FormScope = Pick<Place, 'node' | 'edge' | 'channel'>

export const FormScopeContext = createContext<FormScope>({})

/** It names a port, and no field: the port's name is right. */
const MISSING_EDGE = 'OPEN_PORT'

/** The sentences of the problems at a field, one a line, or within it where no field of its own shows them. */
export function useFieldMessages(field: string, isContainer: boolean): string | undefined {
  const scope = useContext(FormScopeContext)
  return useBench(({ problems }) => {
    const here = problems.filter(
      ({ code, place }) =>
        code !== MISSING_EDGE &&
        place.node === scope.node &&
        place.edge === scope.edge &&
        (scope.channel === undefined || place.channel === scope.channel) &&
        place.field !== undefined &&
        (place.field === field || (isContainer && place.field.startsWith(`${field}.`))),
    )
    return here.length > 0 ? here.map(({ message }) => message).join('\n') : undefined
  })
}
