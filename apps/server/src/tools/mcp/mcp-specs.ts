import type { McpServerDraft } from '@lathe/contract'
import type { McpServerSpec } from '@lathe/engine'
import { fromJson } from '../../platform/db/json.ts'
import type { Context } from '../../api/context.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { readMcpFile, type StartedServer } from './mcp-file.ts'
import { listMcpServers, type McpServerRow } from './mcp-servers.store.ts'

type Needs = Pick<Context, 'db' | 'workspaceId' | 'vault' | 'log'> & { mcpFile: string }

/**
 * Returns connection settings by server name. Servers of the workspace take precedence over the
 * operator's.
 */
export async function findMcpSpecs(needs: Needs): Promise<ReadonlyMap<string, McpServerSpec>> {
  const [rows, { servers }] = await Promise.all([
    listMcpServers(needs.db, needs.workspaceId),
    readMcpFile(needs.mcpFile),
  ])
  const started = [...servers].map(([name, server]) => startedSpec(name, server))
  const added = rows.flatMap((row) => addedSpec(needs, row) ?? [])
  return new Map([...started, ...added].map((spec) => [spec.name, spec]))
}

export function startedSpec(
  name: string,
  { command, args, env, cwd }: StartedServer,
): McpServerSpec {
  const key = JSON.stringify(['stdio', name, command, args, env, cwd])
  return { name, key, transport: { type: 'stdio', command, args, env, cwd } }
}

export function addedSpec(
  { vault, log }: Pick<Needs, 'vault' | 'log'>,
  row: McpServerRow,
): McpServerSpec | undefined {
  if (row.settings === null) return undefined
  const { url, headers, allowPrivate } = fromJson(row.settings)
  const secretHeaders = () => {
    const secrets = openServerSecrets(vault, row)
    for (const secret of Object.values(secrets)) log.hideSecret(secret)
    return secrets
  }
  const key = `${row.id}@${row.updated_at}`
  return {
    name: row.name,
    key,
    transport: { type: 'http', url, headers, secretHeaders, allowPrivate },
  }
}

export function openServerSecrets(
  vault: Vault,
  { id, secrets }: Pick<McpServerRow, 'id' | 'secrets'>,
): McpServerDraft['secretHeaders'] {
  if (!secrets) return {}
  const opened: McpServerDraft['secretHeaders'] = JSON.parse(vault.open(secrets, id))
  return opened
}
