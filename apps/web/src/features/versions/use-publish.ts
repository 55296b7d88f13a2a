import type { Agent } from '@lathe/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { documentQuery } from './document-query.ts'
import { tellAffected } from './tell-affected.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

/** "; 3 live threads hold `notes` as another reducer joined it", or nothing. */
async function affectedChannels(queries: QueryClient, agentId: string, number: number) {
  const input = { agent: agentId }
  try {
    const [document, live] = await Promise.all([
      queries.ensureQueryData(documentQuery(agentId, number)),
      queries.fetchQuery(api.agents.liveThreads.queryOptions({ input })),
    ])
    return tellAffected(document, live)
  } catch {
    // It is published all the same.
    return ''
  }
}

/** Points the agent's API at a version; undo points it back at the one before. */
export function usePublish(agent: Agent) {
  const queries = useQueryClient()
  const publish = (number: number) => client.agents.publish({ agent: agent.id, number })
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: api.agents.versions.key() })
    void queries.invalidateQueries({ queryKey: api.agents.get.key() })
    void queries.invalidateQueries({ queryKey: api.agents.list.key() })
  }
  const fail = (error: unknown) =>
    showToast(`Could not publish: ${describeError(error).message}`, 'error')

  return useMutation({
    mutationFn: publish,
    onSuccess: async (_, number) => {
      refresh()
      const affected = await affectedChannels(queries, agent.id, number)
      const before = agent.publishedVersion
      const message = `Version ${number} is published${affected}`
      if (before === null) showToast(message)
      else {
        const onUndo = () => void publish(before).then(refresh, fail)
        showUndoToast({ message, onUndo })
      }
    },
    onError: fail,
  })
}
