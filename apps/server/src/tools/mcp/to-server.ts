import { hash } from 'node:crypto'
import type { McpListedTool, McpServer, McpServerTool } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { ToolRow } from '../tools.store.ts'
import type { StartedServer } from './mcp-file.ts'
import type { McpServerRow } from './mcp-servers.store.ts'

/** Identifies the part of a tool's definition that models and people read. */
export const digestOf = ({ description, schema }: Pick<McpListedTool, 'description' | 'schema'>) =>
  hash('sha256', canonicalJson([description, schema]), 'hex')

/** Converts a server of the workspace. */
export function toServer(row: McpServerRow, tools: readonly ToolRow[]): McpServer | undefined {
  const settings = fromJsonOrNull(row.settings)
  if (settings === null) return undefined
  const { id, name, updated_at: updatedAt } = row
  return { id, name, connection: { type: 'http', ...settings }, ...told(row, tools), updatedAt }
}

/** Converts an operator's server with its known tools. */
export function toStartedServer(
  name: string,
  { command }: StartedServer,
  row: McpServerRow | undefined,
  tools: readonly ToolRow[],
): McpServer {
  const known = row ? told(row, tools) : { tools: [], listedAt: null, error: null }
  return { id: null, name, connection: { type: 'stdio', command }, ...known, updatedAt: null }
}

function told(row: McpServerRow, rows: readonly ToolRow[]) {
  const listing = fromJson(row.listing)
  const own = toolsOf(rows, row.name)
  const gone = [...own].filter(([tool]) => !listing.some((one) => one.tool === tool))
  const tools = [
    ...listing.map((one) => withRow(one, own.get(one.tool))),
    ...gone.map(([tool, kept]) => goneTool(tool, kept)),
  ]
  return { tools, listedAt: row.listed_at, error: fromJsonOrNull(row.error) }
}

/** Returns the workspace's tools that call this server, by the server's tool name. */
export function toolsOf(rows: readonly ToolRow[], server: string): ReadonlyMap<string, ToolRow> {
  return new Map(
    rows.flatMap((row): [string, ToolRow][] => {
      const config = fromJson(row.config)
      return config.kind === 'mcp' && config.server === server ? [[config.tool, row]] : []
    }),
  )
}

function withRow(listed: McpListedTool, row: ToolRow | undefined): McpServerTool {
  if (!row) return { ...listed, name: null, isEnabled: false, state: 'same' }
  const config = fromJson(row.config)
  const isSame = config.kind === 'mcp' && config.digest === digestOf(listed)
  return {
    ...listed,
    effect: row.effect,
    name: row.name,
    isEnabled: row.is_enabled === 1,
    state: isSame ? 'same' : 'changed',
  }
}

const goneTool = (tool: string, row: ToolRow): McpServerTool => ({
  tool,
  title: null,
  description: row.description,
  schema: fromJson(row.schema),
  effect: row.effect,
  problem: null,
  name: row.name,
  isEnabled: row.is_enabled === 1,
  state: 'gone',
})
