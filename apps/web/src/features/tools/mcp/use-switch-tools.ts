import type { McpServerTool } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'

export type ToolSwitches = {
  isPending: boolean
  isEnabled: (tool: McpServerTool) => boolean
  enable: (tools: string[]) => void
  toggle: (tool: McpServerTool, isEnabled: boolean) => void
}

/** Enables and disables tools of an MCP server. */
export function useSwitchTools(server: string): ToolSwitches {
  const queries = useQueryClient()
  const callbacks = {
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: api.mcp.key() }),
        queries.invalidateQueries({ queryKey: api.tools.key() }),
      ]),
    onError: (error: unknown) => showToast(describeError(error).message, 'error'),
  }
  const enabling = useMutation({
    mutationFn: (tools: string[]) => client.mcp.enable({ name: server, tools }),
    ...callbacks,
  })
  const editing = useMutation({
    mutationFn: async ({ name, isEnabled }: { name: string; isEnabled: boolean }) => {
      const { id } = await client.tools.get({ name })
      return id === null ? null : client.tools.edit({ id, isEnabled })
    },
    ...callbacks,
  })
  return {
    isPending: enabling.isPending || editing.isPending,
    isEnabled(tool) {
      if (enabling.isPending && enabling.variables.includes(tool.tool)) return true
      if (editing.isPending && editing.variables.name === tool.name) {
        return editing.variables.isEnabled
      }
      return tool.isEnabled
    },
    enable: (tools) => enabling.mutate(tools),
    toggle({ tool, name }, isEnabled) {
      if (name === null) enabling.mutate([tool])
      else editing.mutate({ name, isEnabled })
    },
  }
}
