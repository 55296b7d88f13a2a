import type { CalleeRef, Callees, GraphDocument } from '@lathe/contract'
import { calleeKey, calleeRefs, NO_CALLEES } from '@lathe/graph'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { remember } from '../../lib/remember.ts'
import { useCalls } from './calls.ts'
import { useBench, useWorkbench } from './workbench-context.ts'

/** Somebody else may publish what is called here. */
const FRESH_MS = 10_000

/** What a document calls itself; several ask it of each document. */
export const refsOf = remember(calleeRefs)

const keysOf = remember((document: GraphDocument) =>
  JSON.stringify(refsOf(document).toSorted(byKey)),
)

/** The agents the draft calls and those they call, as far as they are known by now. */
export function useCallees(): Callees {
  const { agentId } = useWorkbench()
  const calls = useCalls(agentId)
  // A text, so that only another set of calls asks again.
  const keys = useBench(({ document }) => keysOf(document))
  const refs = useMemo((): CalleeRef[] => JSON.parse(keys), [keys])
  const { data } = useQuery(
    api.agents.callees.queryOptions({
      input: { refs, calls },
      enabled: refs.length > 0,
      staleTime: FRESH_MS,
      placeholderData: keepPreviousData,
    }),
  )
  return (refs.length > 0 ? data : undefined) ?? NO_CALLEES
}

const byKey = (a: CalleeRef, b: CalleeRef) => (calleeKey(a) < calleeKey(b) ? -1 : 1)
