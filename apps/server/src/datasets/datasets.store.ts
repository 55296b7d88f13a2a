import { type Dataset, type JsonObject, isJsonObject } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7, validate } from 'uuid'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { DatasetsTable } from '../platform/db/tables/datasets.ts'
import { unlessDuplicate } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'

export type DatasetRow = Selectable<DatasetsTable>

type NewDataset = {
  id?: string | undefined
  name: string
  description: string
  dataType?: string | undefined
  extra: JsonObject
}

/** Returns undefined if another dataset has the name. */
export const insertDataset = (
  db: Queries,
  workspaceId: string,
  { id, name, description, dataType, extra }: NewDataset,
): Promise<DatasetRow | undefined> =>
  unlessDuplicate(() => {
    const at = now()
    return db
      .insertInto('datasets')
      .values({
        id: id ?? v7(),
        workspace_id: workspaceId,
        name,
        description,
        data_type: dataType ?? 'kv',
        extra: toJson(extra),
        version: 0,
        examples: 0,
        splits: toJson([]),
        is_writing: 0,
        has_near_ids: 1,
        created_at: at,
        updated_at: at,
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  })

export const selectDatasets = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('datasets')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

/** Finds a dataset by id or name. */
export const findDataset = (
  db: Queries,
  workspaceId: string,
  idOrName: string,
): Promise<DatasetRow | undefined> =>
  selectDatasets(db, workspaceId)
    .where(validate(idOrName) ? 'id' : 'name', '=', idOrName)
    .executeTakeFirst()

export async function listDatasets(
  db: Db,
  workspaceId: string,
  q: string | undefined,
): Promise<DatasetRow[]> {
  return await selectDatasets(db, workspaceId)
    .$if(q !== undefined, (query) =>
      query.where((eb) => db.portable.matchesText(eb.ref('name'), q ?? '')),
    )
    .orderBy('name')
    .execute()
}

export type DatasetChange = {
  name?: string | undefined
  description?: string | undefined
  extra?: JsonObject | undefined
}

/** `taken`: another dataset has the name. Undefined if the dataset does not exist. */
export async function editDataset(
  db: Queries,
  workspaceId: string,
  id: string,
  { name, description, extra }: DatasetChange,
): Promise<DatasetRow | 'taken' | undefined> {
  const changed = await unlessDuplicate(async () => ({
    row: await db
      .updateTable('datasets')
      .set({
        updated_at: now(),
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(extra && { extra: toJson(extra) }),
      })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst(),
  }))
  return changed ? changed.row : 'taken'
}

/** Deletes or restores a dataset. `taken`: another one has its name now. */
export async function setDeleted(
  db: Queries,
  workspaceId: string,
  id: string,
  isDeleted: boolean,
): Promise<DatasetRow | 'taken' | undefined> {
  const changed = await unlessDuplicate(async () => ({
    row: await db
      .updateTable('datasets')
      .set({ deleted_at: isDeleted ? now() : null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', isDeleted ? 'is' : 'is not', null)
      .returningAll()
      .executeTakeFirst(),
  }))
  return changed ? changed.row : 'taken'
}

/** Number of experiments, and start of the newest in microseconds. */
export type ExperimentsOf = { count: number; newestAt: number }

/** Counts experiments by dataset id. */
export async function countExperiments(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, ExperimentsOf>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('projects')
    .select('reference_dataset_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.max<number>('created_at').as('newestAt'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('reference_dataset_id', 'in', ids)
    .groupBy('reference_dataset_id')
    .execute()
  return new Map(
    rows.map(({ reference_dataset_id: id, ...experiments }) => [id ?? '', experiments]),
  )
}

export const metadataOf = ({ extra }: Pick<DatasetRow, 'extra'>): JsonObject => {
  const { metadata } = fromJson(extra)
  return isJsonObject(metadata) ? metadata : {}
}

export const toDataset = (row: DatasetRow, experiments = 0): Dataset => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  examples: row.examples,
  experiments,
  metadata: metadataOf(row),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
