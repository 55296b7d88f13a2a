import type { SavedView } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../platform/db/db.ts'
import { softDelete } from '../platform/db/soft-delete.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { SavedViewsTable } from '../platform/db/tables/saved-views.ts'
import { now, RESTORABLE_MICROS } from '../platform/time.ts'

type Content = Omit<SavedView, 'id' | 'createdAt'>

const toView = ({ id, name, filter, range, columns, created_at }: Row): SavedView => ({
  id,
  name,
  filter,
  range,
  columns: fromJson(columns),
  createdAt: created_at,
})

type Row = Selectable<SavedViewsTable>

/** Lists views by name. */
export async function listViews(db: Queries, workspaceId: string): Promise<SavedView[]> {
  const rows = await db
    .selectFrom('saved_views')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(toView)
}

export async function insertView(
  db: Queries,
  workspaceId: string,
  { columns, ...content }: Content,
): Promise<SavedView> {
  const row = await db
    .insertInto('saved_views')
    .values({
      workspace_id: workspaceId,
      id: v7(),
      ...content,
      columns: toJson(columns),
      created_at: now(),
      deleted_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toView(row)
}

/** Returns undefined if the view does not exist. */
export async function editView(
  db: Queries,
  workspaceId: string,
  id: string,
  { columns, ...changes }: { [Key in keyof Content]?: Content[Key] | undefined },
): Promise<SavedView | undefined> {
  const row = await db
    .updateTable('saved_views')
    .set({ id, ...changes, ...(columns && { columns: toJson(columns) }) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return row && toView(row)
}

/** Returns false if the view does not exist. */
export const deleteView = (db: Queries, workspaceId: string, id: string): Promise<boolean> =>
  softDelete(db, 'saved_views', workspaceId, id)

/** Returns undefined if the view was purged or never existed. */
export async function restoreView(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<SavedView | undefined> {
  const row = await db
    .updateTable('saved_views')
    .set({ deleted_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && toView(row)
}

/** Deletes views whose restore period has passed. */
export async function purgeViews(db: Queries): Promise<void> {
  await db
    .deleteFrom('saved_views')
    .where('deleted_at', '<', now() - RESTORABLE_MICROS)
    .execute()
}
