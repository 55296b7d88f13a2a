import type { Agent } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../lib/api.ts'
import { showToast, showUndoToast } from '../../ui/undo-toast.tsx'

/** Deletes at once; undo restores the agent with everything it had. */
export function useDeleteAgent() {
  const queries = useQueryClient()

  return useCallback(
    (agent: Agent) => {
      const refresh = () => void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      const restore = () =>
        client.agents
          .restore({ id: agent.id })
          .catch((error) => showToast(`Could not bring it back: ${messageOf(error)}`, 'error'))
          .finally(refresh)

      client.agents.delete({ agent: agent.id }).then(
        () => {
          refresh()
          showUndoToast({ message: `${agent.name} deleted`, onUndo: () => void restore() })
        },
        (error) => showToast(`Could not delete ${agent.name}: ${messageOf(error)}`, 'error'),
      )
    },
    [queries],
  )
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
