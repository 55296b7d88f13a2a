import type { IndexSettings, RunError } from '@lathe/contract'
import type { Selectable, Updateable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../platform/db/db.ts'
import { toJson } from '../platform/db/json.ts'
import type { ActiveIndex, CollectionsTable } from '../platform/db/tables/knowledge.ts'
import { now } from '../platform/time.ts'

export type CollectionRow = Selectable<CollectionsTable>

type NewCollection = { name: string; description: string; settings: IndexSettings }

/** Returns undefined if another collection has the name. */
export function insertCollection(
  db: Queries,
  workspaceId: string,
  { name, description, settings }: NewCollection,
): Promise<CollectionRow | undefined> {
  const at = now()
  return db
    .insertInto('collections')
    .values({
      id: v7(),
      workspace_id: workspaceId,
      name,
      description,
      settings: toJson(settings),
      active_index: null,
      is_indexing: 0,
      progress_done: 0,
      progress_total: 0,
      error: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    })
    .onConflict((oc) =>
      oc.columns(['workspace_id', 'name']).where('deleted_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Lists collections by name. */
export const listCollections = (db: Queries, workspaceId: string): Promise<CollectionRow[]> =>
  existing(db, workspaceId).orderBy('name').execute()

export const findCollection = (
  db: Queries,
  workspaceId: string,
  by: { id: string } | { name: string },
): Promise<CollectionRow | undefined> => {
  const all = existing(db, workspaceId)
  const one = 'id' in by ? all.where('id', '=', by.id) : all.where('name', '=', by.name)
  return one.executeTakeFirst()
}

const existing = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('collections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

/** Returns undefined if the collection does not exist. */
export const editCollection = (
  db: Queries,
  workspaceId: string,
  id: string,
  change: Updateable<CollectionsTable>,
): Promise<CollectionRow | undefined> =>
  db
    .updateTable('collections')
    .set({ ...change, updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** Returns undefined if no such collection was deleted. */
export const restoreCollection = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<CollectionRow | undefined> =>
  db
    .updateTable('collections')
    .set({ deleted_at: null, updated_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .returningAll()
    .executeTakeFirst()

/** Lists collections whose process ended during indexing. */
export const listIndexing = (db: Queries): Promise<Pick<CollectionRow, 'id' | 'workspace_id'>[]> =>
  db
    .selectFrom('collections')
    .select(['id', 'workspace_id'])
    .where('is_indexing', '=', 1)
    .where('deleted_at', 'is', null)
    .execute()

/** Returns false if indexing was stopped. */
export async function reportProgress(
  db: Queries,
  id: string,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const row = await db
    .updateTable('collections')
    .set({ progress_done: Math.min(done, total), progress_total: total })
    .where('id', '=', id)
    .where('is_indexing', '=', 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The first index serves searches while it grows. A later one replaces it when complete. */
export const activateFirst = (db: Queries, id: string, index: ActiveIndex) =>
  db
    .updateTable('collections')
    .set({ active_index: toJson(index) })
    .where('id', '=', id)
    .where('active_index', 'is', null)
    .execute()

export const breakOff = (db: Queries, id: string, error: RunError) =>
  db
    .updateTable('collections')
    .set({ is_indexing: 0, error: toJson(error), updated_at: now() })
    .where('id', '=', id)
    .execute()

/** Returns false if documents were added in the meantime. */
export async function finishIndex(db: Queries, id: string, index: ActiveIndex): Promise<boolean> {
  const row = await db
    .updateTable('collections')
    .set({ is_indexing: 0, active_index: toJson(index), error: null, updated_at: now() })
    .where('id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('collection_documents as d')
            .select('d.id')
            .whereRef('d.collection_id', '=', 'collections.id')
            .where('d.deleted_at', 'is', null)
            .where('d.index_key', 'is distinct from', index.key)
            .where('d.failed_key', 'is distinct from', index.key),
        ),
      ),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
