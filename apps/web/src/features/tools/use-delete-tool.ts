import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { describeBrokenAgents } from '../../lib/format/describe-broken-agents.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'

const route = getRouteApi('/tools')

/** Deletes at once; undo restores the tool with its secrets. */
export function useDeleteTool() {
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const refresh = () => queries.invalidateQueries({ queryKey: api.tools.key() })
  const showError = (error: unknown) => showToast(describeError(error).message, 'error')

  const restore = async (id: string) => {
    const { name } = await client.tools.restore({ id })
    await refresh()
    await navigate({ search: ({ q }) => ({ q, tool: name }) })
  }
  return (id: string, name: string) => {
    client.tools.delete({ id }).then(async ({ usedBy: callers }) => {
      await navigate({ search: ({ q }) => ({ q }) })
      await refresh()
      showUndoToast({
        message: `Tool ${name} deleted${describeBrokenAgents(callers)}`,
        onUndo: () => void restore(id).catch(showError),
      })
    }, showError)
  }
}
