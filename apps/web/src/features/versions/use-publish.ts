import type { Agent, GraphDocument, LiveThreads } from '@lathe/contract'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { countThreads, threadsAffected } from '@lathe/graph'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { documentQuery } from './sides.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import { plural } from '../../lib/format/format.ts'

/** Returns "; 3 live threads hold `notes` from the previous reducer", or an empty string. */
async function affectedChannels(queries: QueryClient, agentId: string, number: number) {
  const input = { agent: agentId }
  try {
    const [document, live] = await Promise.all([
      queries.ensureQueryData(documentQuery(agentId, number)),
      queries.fetchQuery(api.agents.liveThreads.queryOptions({ input })),
    ])
    return affectedThreadsText(document, live)
  } catch {
    // The note is optional: a failed lookup must not fail the publish.
    return ''
  }
}

/** Points the agent's API at a version. Undo points it back at the previous one. */
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
      const message = `Version ${number} published${affected}`
      if (before === null) showToast(message)
      else {
        const onUndo = () => void publish(before).then(refresh, fail)
        showUndoToast({ message, onUndo })
      }
    },
    onError: fail,
  })
}

/** Returns "; 3 live threads hold `notes` from the previous reducer", or an empty string. */
export function affectedThreadsText(
  { state }: GraphDocument,
  live: readonly LiveThreads[],
): string {
  const channels = Object.entries(state).flatMap(([name, channel]) => {
    const affected = threadsAffected(name, channel, live)
    return affected.length > 0 ? [{ name, affected }] : []
  })
  if (channels.length === 0) return ''
  const count = countThreads([...new Set(channels.flatMap(({ affected }) => affected))])
  const names = channels.map(({ name }) => `\`${name}\``).join(', ')
  return `; ${plural(count, 'live thread')} ${count === 1 ? 'holds' : 'hold'} ${names} as ${channels.length === 1 ? 'another reducer' : 'other reducers'} joined it`
}
