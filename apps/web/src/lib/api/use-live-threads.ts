import type { LiveThreads } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/** An approximate number is enough for this warning. */
const MINUTE_MS = 60_000
const NONE: readonly LiveThreads[] = []

/**
 * Threads of an agent that a run can continue. Empty while loading, because they only extend the
 * list.
 */
export function useLiveThreads(agentId: string): readonly LiveThreads[] {
  const input = { agent: agentId }
  return useQuery(api.agents.liveThreads.queryOptions({ input, staleTime: MINUTE_MS })).data ?? NONE
}
