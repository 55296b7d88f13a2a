import { skipToken, useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../lib/api/api.ts'
import { useGuideStore } from '../../lib/browser/guide.ts'
import { type GuideFacts, findOwnAgent, completedSteps } from './guide-facts.ts'

/** The workbench autosaves, so poll the draft while waiting for its prompt. */
const POLL_MS = 1_500

/** Progress of the guided start. Undefined until the server has responded. */
export function useGuideFacts() {
  const { agentId, hasSeenTrace } = useGuideStore()
  const agents = useQuery(api.agents.list.queryOptions({ input: {} }))
  const agent = findOwnAgent(agents.data ?? [], agentId)
  const templates = useQuery(api.agents.templates.queryOptions())
  const template = templates.data?.find(({ slug }) => slug === agent?.template)
  const connections = useQuery(api.models.connections.queryOptions())
  const agentInput = agent ? { agent: agent.id } : skipToken
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
      input: agentInput,
      refetchInterval: ({ state }) =>
        completedSteps(facts(state.data?.document)).has('prompt') ? false : POLL_MS,
    }),
  )
  const currentFacts = facts(draft.data?.document)
  useRecordSeenTrace(currentFacts.run?.id)

  const hasLoaded = agents.isSuccess && templates.isSuccess && connections.isSuccess
  return hasLoaded && (!agent || (draft.isSuccess && runs.isSuccess)) ? currentFacts : undefined
}

/** Completes the step once a trace of the agent's run is shown. */
function useRecordSeenTrace(runId: string | undefined): void {
  const isShown = useLocation({
    select: ({ pathname }) => runId !== undefined && pathname === `/traces/${runId}`,
  })
  useEffect(() => {
    if (isShown) useGuideStore.setState({ hasSeenTrace: true, endedAt: Date.now() })
  }, [isShown])
}
