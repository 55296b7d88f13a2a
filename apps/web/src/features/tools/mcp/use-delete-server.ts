import type { AgentCaller } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { describeBrokenAgents } from '../../../lib/format/describe-broken-agents.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'

const route = getRouteApi('/tools')

/** Deletes the server with its tools; undo restores both. */
export function useDeleteServer() {
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: api.mcp.key() }),
      queries.invalidateQueries({ queryKey: api.tools.key() }),
    ])
  const showError = (error: unknown) => showToast(describeError(error).message, 'error')
  const restore = async (id: string) => {
    const { name } = await client.mcp.restore({ id })
    await refresh()
    await navigate({ search: ({ q }) => ({ q, server: name }) })
  }
  const describeDeletion = (name: string, callers: readonly AgentCaller[]) =>
    `MCP server ${name} deleted with its tools${describeBrokenAgents(callers)}`
  return (id: string, name: string) => {
    client.mcp.delete({ id }).then(async ({ usedBy: callers }) => {
      await navigate({ search: ({ q }) => ({ q }) })
      await refresh()
      showUndoToast({
        message: describeDeletion(name, callers),
        onUndo: () => void restore(id).catch(showError),
      })
    }, showError)
  }
}
