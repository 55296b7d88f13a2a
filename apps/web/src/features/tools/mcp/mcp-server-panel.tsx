import type { AgentCaller, McpServer } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import styles from '../tools.module.css'
import { EditMcpServer } from './edit-mcp-server.tsx'
import { McpToolList } from './mcp-tool-list.tsx'
import { formatConnection } from './mcp-servers.tsx'
import { getRouteApi } from '@tanstack/react-router'
import { describeError } from '../../../lib/api/describe-error.ts'
import { describeBrokenAgents } from '../../../lib/format/describe-broken-agents.ts'
import { showToast, showUndoToast } from '../../../ui/feedback/undo-toast.tsx'

export function McpServerPanel({ name }: { name: string }) {
  const { data } = useSuspenseQuery(api.mcp.list.queryOptions())
  const server = data.servers.find((item) => item.name === name)
  if (!server) {
    return <p className={styles.missing}>MCP server “{name}” no longer exists.</p>
  }
  return (
    <section className={styles.panel} aria-label={`MCP server ${name}`}>
      <Head server={server} />
      {server.error && (
        <div className={styles.refused} role="status">
          <p>{server.error.message}</p>
          {server.error.hint && <p className={styles.note}>{server.error.hint}</p>}
        </div>
      )}
      <McpToolList server={server} />
      {server.id !== null && server.connection.type === 'http' && (
        <>
          <h3>Settings</h3>
          <EditMcpServer id={server.id} savedSettings={server.connection} />
        </>
      )}
    </section>
  )
}

function Head({ server }: { server: McpServer }) {
  const { id, name, listedAt, tools } = server
  const queries = useQueryClient()
  const remove = useDeleteServer()
  const refresh = useMutation({
    mutationFn: () => client.mcp.refresh({ name }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.mcp.key() }),
  })
  return (
    <>
      <header className={styles.panelHead}>
        <div>
          <h2>{name}</h2>
          <p className={styles.note}>{formatConnection(server)}</p>
          <p className={styles.note}>
            {listedAt === null ? (
              'Tools not loaded yet.'
            ) : (
              <>
                {plural(tools.filter(({ state }) => state !== 'gone').length, 'tool')}, loaded{' '}
                <RelativeTime time={listedAt} />
              </>
            )}
          </p>
        </div>
        <div className={styles.actions}>
          <Button
            variant={listedAt === null ? 'filled' : 'default'}
            size="xs"
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            {listedAt === null ? 'Load tools' : 'Reload tools'}
          </Button>
          {id !== null && (
            <Button variant="default" size="xs" onClick={() => remove(id, name)}>
              Delete
            </Button>
          )}
        </div>
      </header>
      {id === null && (
        <p className={styles.note}>
          The operator’s file defines this server. Edit that file to change how it starts.
        </p>
      )}
      {refresh.error && <ErrorPanel action={`ask ${name}`} error={refresh.error} />}
    </>
  )
}

const route = getRouteApi('/tools')

/** Deletes the server with its tools; undo restores both. */
function useDeleteServer() {
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
