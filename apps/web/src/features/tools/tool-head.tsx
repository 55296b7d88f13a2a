import type { ToolEntry } from '@lathe/contract'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast, showUndoToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './tools.module.css'
import { EFFECTS, KINDS } from './words.ts'
import { describeBrokenAgents } from '../../lib/format/describe-broken-agents.ts'

export function ToolHead({ tool }: { tool: ToolEntry }) {
  const { name, effect } = tool
  return (
    <header className={styles.panelHead}>
      <div>
        <h2>{name}</h2>
        <p className={styles.note}>
          <Origin tool={tool} /> · <span title={EFFECTS[effect].hint}>{EFFECTS[effect].label}</span>
        </p>
      </div>
      {tool.id !== null && <Buttons id={tool.id} tool={tool} />}
    </header>
  )
}

function Origin({ tool: { kind, config } }: { tool: ToolEntry }) {
  if (config?.kind === 'openapi') return `${config.operation} of ${config.document}`
  if (config?.kind !== 'mcp') return KINDS[kind]
  return (
    <>
      <code>{config.tool}</code> of the MCP server{' '}
      <Link to="/tools" search={({ q }) => ({ q, server: config.server })}>
        {config.server}
      </Link>
    </>
  )
}

function Buttons({ id, tool }: { id: string; tool: ToolEntry }) {
  const queries = useQueryClient()
  const remove = useDeleteTool()
  const toggle = useMutation({
    mutationFn: (isEnabled: boolean) => client.tools.edit({ id, isEnabled }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.tools.key() }),
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
  return (
    <div className={styles.actions}>
      <Switch
        label="On"
        checked={toggle.isPending ? toggle.variables : tool.isEnabled}
        onChange={(event) => toggle.mutate(event.currentTarget.checked)}
      />
      <Button variant="default" size="xs" onClick={() => remove(id, tool.name)}>
        Delete
      </Button>
    </div>
  )
}

const route = getRouteApi('/tools')

/** Deletes at once; undo restores the tool with its secrets. */
function useDeleteTool() {
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
