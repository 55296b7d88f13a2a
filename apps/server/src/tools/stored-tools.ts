import type { McpServerSpec, StoredTool } from '@lathe/engine'
import { fromJson } from '../platform/db/json.ts'
import type { Context } from '../api/context.ts'
import { findMcpSpecs } from './mcp/mcp-specs.ts'
import { openToolSecrets } from './tool-secrets.ts'
import { findUsableTools, type ToolRow } from './tools.store.ts'

type Needs = Pick<Context, 'db' | 'workspaceId' | 'vault' | 'log'> & { mcpFile: string }

/** Finds the workspace's tools with these names, ready to be called. */
export async function findStoredTools(
  needs: Needs,
  names: readonly string[],
): Promise<StoredTool[]> {
  if (names.length === 0) return []
  return toStoredTools(needs, await findUsableTools(needs.db, needs.workspaceId, names))
}

export async function toStoredTools(needs: Needs, rows: readonly ToolRow[]): Promise<StoredTool[]> {
  const hasMcp = rows.some(({ kind }) => kind === 'mcp')
  const servers = hasMcp ? await findMcpSpecs(needs) : new Map<string, McpServerSpec>()
  return rows.map((row) => toStoredTool(needs, row, servers))
}

function toStoredTool(
  { vault, log }: Pick<Needs, 'vault' | 'log'>,
  row: ToolRow,
  servers: ReadonlyMap<string, McpServerSpec>,
): StoredTool {
  const config = fromJson(row.config)
  const mcpServer = config.kind === 'mcp' ? servers.get(config.server) : undefined
  return {
    name: row.name,
    description: row.description,
    schema: fromJson(row.schema),
    effect: row.effect,
    config,
    isEnabled: row.is_enabled === 1,
    revision: `${row.id}@${row.updated_at}${mcpServer?.key ?? ''}`,
    mcpServer,
    secrets() {
      const secrets = openToolSecrets(vault, row)
      const { headers, query, password = '' } = secrets
      const hidden = [...Object.values(headers), ...Object.values(query), password]
      for (const secret of hidden) log.hideSecret(secret)
      return secrets
    },
  }
}
