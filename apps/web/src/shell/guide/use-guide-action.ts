import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { startGuide, useGuideStore } from '../../lib/browser/guide.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { type GuideFacts, promptNode, type StepId } from './guide-facts.ts'

/** Opens the page where a step is done. The first step is done in place. */
export function useGuideAction({ agent, draft, run }: GuideFacts) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const createAgent = useMutation(
    api.agents.create.mutationOptions({
      onSuccess: (agent) => {
        useGuideStore.setState({ agentId: agent.id })
        void queries.invalidateQueries({ queryKey: api.agents.list.key() })
        void navigate({ to: '/agents/$agent', params: { agent: agent.slug } })
      },
      onError: (error) => showToast(`Could not create the agent: ${error.message}`, 'error'),
    }),
  )
  const open = (search: { tab: string; node?: string | undefined; run?: string }) => {
    if (agent) void navigate({ to: '/agents/$agent', params: { agent: agent.slug }, search })
  }

  const act = (step: StepId) => {
    startGuide()
    switch (step) {
      case 'agent':
        return createAgent.mutate({ name: 'My assistant', template: 'assistant' })
      case 'prompt':
        return open({ tab: 'node', node: promptNode(draft) })
      case 'run':
        return open({ tab: 'run' })
      case 'trace':
        return run && void navigate({ to: '/traces/$traceId', params: { traceId: run.id } })
      default:
        return void navigate({ to: '/models' })
    }
  }
  return { act, isBusy: createAgent.isPending }
}
