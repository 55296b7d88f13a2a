import type { McpServer } from '@lathe/contract'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'
import styles from './mcp.module.css'

export function McpServers({ selected }: { selected: string | undefined }) {
  const { data } = useSuspenseQuery(api.mcp.list.queryOptions())
  const { servers, fileProblem } = data
  if (servers.length === 0 && fileProblem === null) return null
  return (
    <section className={styles.servers} aria-label="MCP servers">
      <h2>MCP servers</h2>
      {fileProblem !== null && (
        <p className={styles.problem}>The operator’s file of MCP servers: {fileProblem}</p>
      )}
      <ul>
        {servers.map((server) => (
          <li key={server.name} aria-current={server.name === selected || undefined}>
            <Link to="/tools" search={({ q }) => ({ q, server: server.name })}>
              {server.name}
            </Link>
            <span className={styles.where}>{formatConnection(server)}</span>
            <span className={styles.state}>{serverState(server)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

export const formatConnection = ({ connection }: McpServer): string =>
  connection.type === 'http' ? connection.url : `started as ${connection.command}`

function serverState({ error, listedAt, tools }: McpServer): string {
  if (error) return 'not responding'
  if (listedAt === null) return 'not loaded yet'
  const enabledCount = tools.filter(({ isEnabled }) => isEnabled).length
  const changedCount = tools.filter(({ state }) => state !== 'same').length
  return `${enabledCount} of ${tools.length} on${changedCount > 0 ? ` · ${changedCount} changed` : ''}`
}
