import type { McpServerTool } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

export type Switching = {
  isPending: boolean
  isOn: (tool: McpServerTool) => boolean
  enable: (tools: string[]) => void
  toggle: (tool: McpServerTool, isOn: boolean) => void
}

/** Enables and disables tools of an MCP server. */
export function useSwitchTools(server: string): Switching {
  const queries = useQueryClient()
  const then = {
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.mcp.key() }),
        queries.invalidateQueries({ queryKey: api.tools.key() }),
      ]),
    onError: (error: unknown) => showToast(describeError(error).message, 'error'),
  }
  const enabling = useMutation({
    mutationFn: (tools: string[]) => client.mcp.enable({ name: server, tools }),
    ...then,
  })
  const editing = useMutation({
    mutationFn: async ({ name, isEnabled }: { name: string; isEnabled: boolean }) => {
      const { id } = await client.tools.get({ name })
      return id === null ? null : client.tools.edit({ id, isEnabled })
    },
    ...then,
  })
  return {
    isPending: enabling.isPending || editing.isPending,
    isOn(tool) {
      if (enabling.isPending && enabling.variables.includes(tool.tool)) return true
      if (editing.isPending && editing.variables.name === tool.name) {
        return editing.variables.isEnabled
      }
      return tool.isEnabled
    },
    enable: (tools) => enabling.mutate(tools),
    toggle({ tool, name }, isOn) {
      if (name === null) enabling.mutate([tool])
      else editing.mutate({ name, isEnabled: isOn })
    },
  }
}
