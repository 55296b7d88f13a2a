import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Queries } from '../platform/db/db.ts'
import type { ToolsTable } from '../platform/db/tables/tools.ts'
import { unlessDuplicate } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'

export type ToolRow = Selectable<ToolsTable>

const living = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('tools')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

/** Lists tools by name. */
export const listTools = (db: Queries, workspaceId: string): Promise<ToolRow[]> =>
  living(db, workspaceId).orderBy('name').execute()

export const findTool = (
  db: Queries,
  workspaceId: string,
  by: { id: string } | { name: string },
): Promise<ToolRow | undefined> => {
  const all = living(db, workspaceId)
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  return one.executeTakeFirst()
}

/** Finds enabled tools with these names, and those that may replace a built-in tool. */
export const findUsableTools = (
  db: Queries,
  workspaceId: string,
  names: readonly string[],
): Promise<ToolRow[]> =>
  living(db, workspaceId)
    .where('name', 'in', names)
    .where((where) => where.or([where('is_enabled', '=', 1), where('kind', '=', 'media')]))
    .execute()

/** Returns undefined if another tool has the name: the unique index decides races. */
export const insertTool = (
  db: Queries,
  row: Insertable<ToolsTable>,
): Promise<ToolRow | undefined> =>
  unlessDuplicate(() => db.insertInto('tools').values(row).returningAll().executeTakeFirst())

/** `changed`: the tool was edited since it was read. Undefined if the name is taken. */
export const editTool = (
  db: Queries,
  row: ToolRow,
  change: Updateable<ToolsTable>,
): Promise<ToolRow | 'changed' | undefined> =>
  unlessDuplicate(async () => {
    const edited = await db
      .updateTable('tools')
      .set({ ...change, updated_at: Math.max(now(), row.updated_at + 1) })
      .where('workspace_id', '=', row.workspace_id)
      .where('id', '=', row.id)
      .where('updated_at', '=', row.updated_at)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    return edited ?? ('changed' as const)
  })

/** Hides a tool. `restoreTool` brings it back. */
export async function deleteTool(db: Queries, workspaceId: string, id: string): Promise<void> {
  await db
    .updateTable('tools')
    .set({ deleted_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

export const restoreTool = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<ToolRow | 'unknown' | undefined> =>
  unlessDuplicate(async () => {
    const restored = await db
      .updateTable('tools')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return restored ?? ('unknown' as const)
  })
