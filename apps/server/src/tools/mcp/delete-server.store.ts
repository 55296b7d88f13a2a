import { atomic } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import { unlessDuplicate } from '../../platform/db/unique-violation.ts'
import { now } from '../../platform/time.ts'
import { findMcpServer, type McpServerRow } from './mcp-servers.store.ts'

/** Hides a server with its tools. `restoreMcpServer` brings all of it back. */
export async function deleteMcpServer(
  db: Db,
  { workspace_id, id }: McpServerRow,
  tools: readonly string[],
): Promise<void> {
  const at = now()
  const server = db
    .updateTable('mcp_servers')
    .set({ deleted_at: at })
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  const own = db
    .updateTable('tools')
    .set({ deleted_at: at })
    .where('workspace_id', '=', workspace_id)
    .where('id', 'in', tools)
    .where('deleted_at', 'is', null)
  await atomic(db, tools.length > 0 ? [server, own] : [server])
}

/** Restores a server with its tools. Undefined if one of their names is taken. */
export async function restoreMcpServer(
  db: Db,
  workspaceId: string,
  id: string,
): Promise<McpServerRow | 'unknown' | undefined> {
  const row = await db
    .selectFrom('mcp_servers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return 'unknown'
  if (row.deleted_at === null) return row
  const gone = await db
    .selectFrom('tools')
    .select(['id', 'config'])
    .where('workspace_id', '=', workspaceId)
    .where('kind', '=', 'mcp')
    .where('deleted_at', '=', row.deleted_at)
    .execute()
  const own = gone.filter(({ config }) => {
    const read = fromJson(config)
    return read.kind === 'mcp' && read.server === row.name
  })
  return unlessDuplicate(async () => {
    await atomic(db, [
      db.updateTable('mcp_servers').set({ deleted_at: null }).where('id', '=', id),
      ...own.map((tool) =>
        db.updateTable('tools').set({ deleted_at: null }).where('id', '=', tool.id),
      ),
    ])
    return findMcpServer(db, workspaceId, { id })
  })
}
