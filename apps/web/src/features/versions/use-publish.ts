import type { Agent } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import { describeError } from '../../lib/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

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
    onSuccess: (_, number) => {
      refresh()
      const before = agent.publishedVersion
      const message = `Version ${number} is published`
      if (before === null) showToast(message)
      else {
        const onUndo = () => void publish(before).then(refresh, fail)
        showUndoToast({ message, onUndo })
      }
    },
    onError: fail,
  })
}
