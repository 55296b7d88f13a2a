import type { Agent, AgentCaller } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { api, client } from '../../lib/api/api.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'

/** Deletes an agent at once. Undo restores it with its runs and versions. */
export function useDeleteAgent() {
  const queries = useQueryClient()

  return useCallback(
    (agent: Agent) => {
      const refresh = () => void queries.invalidateQueries({ queryKey: api.agents.list.key() })
      const restore = () =>
        client.agents
          .restore({ id: agent.id })
          .catch((error) =>
            showToast(`Could not restore the agent: ${errorMessage(error)}`, 'error'),
          )
          .finally(refresh)

      client.agents.delete({ agent: agent.id }).then(
        ({ calledBy }) => {
          refresh()
          const message = `${agent.name} deleted${deletionText(calledBy)}`
          showUndoToast({ message, onUndo: () => void restore() })
        },
        (error) => showToast(`Could not delete ${agent.name}: ${errorMessage(error)}`, 'error'),
      )
    },
    [queries],
  )
}

/** Lists the agents that call the deleted one and can no longer run. */
function deletionText(calledBy: readonly AgentCaller[]): string {
  const names = calledBy.map(({ name }) => name)
  if (names.length === 0) return ''
  return `. ${names.join(', ')} ${names.length === 1 ? 'calls' : 'call'} it and cannot run without it`
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))
