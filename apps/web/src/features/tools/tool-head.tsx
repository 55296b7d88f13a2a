import type { ToolEntry } from '@lathe/contract'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, client } from '../../lib/api/api.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import styles from './tools.module.css'
import { useDeleteTool } from './use-delete-tool.ts'
import { EFFECTS, KINDS } from './words.ts'

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
