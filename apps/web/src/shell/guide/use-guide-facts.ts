import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../lib/api/api.ts'
import { useGuideStore } from '../../lib/browser/guide.ts'
import { type GuideFacts, ownAgent, stepsDone } from './guide-facts.ts'

/** The workbench autosaves, so poll the draft while waiting for its prompt. */
const LOOK_MS = 1_500

/** Progress of the guided start. Undefined until the server has responded. */
export function useGuideFacts() {
  const { agentId, hasSeenTrace } = useGuideStore()
  const agents = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = ownAgent(agents.data ?? [], agentId)
  const templates = useQuery(api.agents.templates.queryOptions())
  const template = templates.data?.find(({ slug }) => slug === agent?.template)
  const connections = useQuery(api.models.connections.queryOptions())
  const ofAgent = agent ? { agent: agent.id } : skipToken
  const runs = useQuery(
    api.runs.list.queryOptions({ input: agent ? { agent: agent.id, limit: 1 } : skipToken }),
  )
  const facts = (document: GuideFacts['draft']): GuideFacts => ({
    agent,
    draft: document,
    template,
    run: runs.data?.items[0],
    connections: connections.data ?? [],
    hasSeenTrace,
  })
  const draft = useQuery(
    api.agents.draft.queryOptions({
      input: ofAgent,
      refetchInterval: ({ state }) =>
        stepsDone(facts(state.data?.document)).has('prompt') ? false : LOOK_MS,
    }),
  )
  const found = facts(draft.data?.document)
  useNoticeTrace(found.run?.id)

  const isKnown = agents.isSuccess && templates.isSuccess && connections.isSuccess
  return isKnown && (!agent || (draft.isSuccess && runs.isSuccess)) ? found : undefined
}

/** Completes the step once a trace of the agent's run is shown. */
function useNoticeTrace(runId: string | undefined): void {
  const isShown = useLocation({
    select: ({ pathname }) => runId !== undefined && pathname === `/traces/${runId}`,
  })
  useEffect(() => {
    if (isShown) useGuideStore.setState({ hasSeenTrace: true, endedAt: Date.now() })
  }, [isShown])
}
