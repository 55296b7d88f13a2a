import type { McpListedTool, RunError } from '@lathe/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { v7 } from 'uuid'
import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import type { McpServersTable } from '../../platform/db/tables/mcp-servers.ts'
import { unlessDuplicate } from '../../platform/db/unique-violation.ts'
import { now } from '../../platform/time.ts'

export type McpServerRow = Selectable<McpServersTable>

const living = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('mcp_servers')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

/** Lists servers by name. */
export const listMcpServers = (db: Queries, workspaceId: string): Promise<McpServerRow[]> =>
  living(db, workspaceId).orderBy('name').execute()

export const findMcpServer = (
  db: Queries,
  workspaceId: string,
  by: { id: string } | { name: string },
): Promise<McpServerRow | undefined> => {
  const all = living(db, workspaceId)
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  return one.executeTakeFirst()
}

/**
 * Returns undefined if another server has the name. Replaces the remains of an operator's server.
 */
export const insertMcpServer = (
  db: Db,
  row: Insertable<McpServersTable>,
): Promise<McpServerRow | undefined> =>
  unlessDuplicate(async () => {
    const { workspace_id, name } = row
    await atomic(db, [
      db
        .deleteFrom('mcp_servers')
        .where('workspace_id', '=', workspace_id)
        .where('name', '=', name)
        .where('settings', 'is', null),
      db.insertInto('mcp_servers').values(row),
    ])
    return findMcpServer(db, workspace_id, { name })
  })

/** `changed`: the server was edited since it was read. */
export async function editMcpServer(
  db: Queries,
  row: McpServerRow,
  change: Updateable<McpServersTable>,
): Promise<McpServerRow | 'changed'> {
  const edited = await db
    .updateTable('mcp_servers')
    .set({ ...change, updated_at: Math.max(now(), row.updated_at + 1) })
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', row.id)
    .where('updated_at', '=', row.updated_at)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return edited ?? 'changed'
}

export type Told = { tools: McpListedTool[] } | { error: RunError }

/** Stores the result of listing tools. A failure keeps the previous list. */
export async function keepListing(
  db: Queries,
  workspaceId: string,
  name: string,
  told: Told,
): Promise<void> {
  const at = now()
  const listing =
    'tools' in told
      ? { listing: toJson(told.tools), listed_at: at, error: null }
      : { error: toJson(told.error) }
  const unknown = { listing: toJson<McpListedTool[]>([]), listed_at: null }
  await db
    .insertInto('mcp_servers')
    .values({
      id: v7(),
      workspace_id: workspaceId,
      name,
      settings: null,
      secrets: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
      ...unknown,
      ...listing,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'name'])
        .where('deleted_at', 'is', null)
        .doUpdateSet(listing),
    )
    .execute()
}
