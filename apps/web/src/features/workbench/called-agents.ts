import type { AgentCall, CalledAgents, GraphDocument, CallTarget } from '@lathe/contract'
import { calledAgentKey, listCalledAgents, NO_CALLED_AGENTS } from '@lathe/graph'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { api } from '../../lib/api/api.ts'
import { memoize } from '../../lib/browser/memoize.ts'
import { useWorkbenchState, useWorkbench } from './workbench-context.ts'
import { nodeTitle } from '../../lib/format/node-title.ts'
import { omitKeys } from '../../lib/values/omit-keys.ts'

/** Another user may publish a called agent at any time. */
const STALE_TIME_MS = 10_000

/** Lists the agents a document calls. Cached per document. */
export const listAgentRefs = memoize(listCalledAgents)

const agentRefKeys = memoize((document: GraphDocument) =>
  JSON.stringify(listAgentRefs(document).toSorted(byKey)),
)

/** Returns the agents the draft calls, directly or indirectly, as far as they are loaded. */
export function useCalledAgents(): CalledAgents {
  const { agentId } = useWorkbench()
  const calls = useCalls(agentId)
  // A string, so that only a changed set of calls causes a new request.
  const keys = useWorkbenchState(({ document }) => agentRefKeys(document))
  const refs = useMemo((): AgentCall[] => JSON.parse(keys), [keys])
  const { data } = useQuery(
    api.agents.calledAgents.queryOptions({
      input: { refs, calls },
      enabled: refs.length > 0,
      staleTime: STALE_TIME_MS,
      placeholderData: keepPreviousData,
    }),
  )
  return (refs.length > 0 ? data : undefined) ?? NO_CALLED_AGENTS
}

const byKey = (a: AgentCall, b: AgentCall) => (calledAgentKey(a) < calledAgentKey(b) ? -1 : 1)

/** Returns a step's path with node titles: `research/search` as "Research › search". */
export const useNodeTitle = (path: string, calledAgents?: CalledAgents): string =>
  useWorkbenchState(({ document }) => nodeTitle(document, path, calledAgents))

type CallsState = { agents: Readonly<Record<string, CallTarget>> }

/** Stores in this browser, per agent, whether draft runs call drafts or published versions. */
const useCallsByAgent = create<CallsState>()(
  persist((): CallsState => ({ agents: {} }), { name: 'lathe.calls', version: 1 }),
)

const DEFAULT: CallTarget = 'published'

export const getCallsOption = (agentId: string): CallTarget =>
  useCallsByAgent.getState().agents[agentId] ?? DEFAULT

export const useCalls = (agentId: string): CallTarget =>
  useCallsByAgent(({ agents }) => agents[agentId] ?? DEFAULT)

export function setCalls(agentId: string, calls: CallTarget): void {
  const { agents } = useCallsByAgent.getState()
  const next = calls === DEFAULT ? omitKeys(agents, agentId) : { ...agents, [agentId]: calls }
  useCallsByAgent.setState({ agents: next })
}
