import type { DatasetVersion } from '@lathe/contract'
import type { Selectable } from 'kysely'
import type { Queries } from '../platform/db/db.ts'
import type { DatasetVersionsTable } from '../platform/db/tables/datasets.ts'
import type { DatasetRow } from './datasets.store.ts'

export const findVersion = (db: Queries, datasetId: string, version: number) =>
  db
    .selectFrom('dataset_versions')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('version', '=', version)
    .executeTakeFirst()

const selectVersions = (db: Queries, { id, version }: DatasetRow) =>
  db
    .selectFrom('dataset_versions')
    .selectAll()
    .where('dataset_id', '=', id)
    .where('version', '<=', version)

/** Returns tags by version. */
export async function tagsOf(db: Queries, { id }: DatasetRow): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('dataset_tags')
    .select(['tag', 'version'])
    .where('dataset_id', '=', id)
    .orderBy('tag')
    .execute()
  const byVersion = Map.groupBy(rows, (row) => row.version)
  return new Map([...byVersion].map(([version, tags]) => [version, tags.map(({ tag }) => tag)]))
}

/** Lists versions, newest first. */
export async function listVersions(db: Queries, dataset: DatasetRow): Promise<DatasetVersion[]> {
  const [rows, tags] = await Promise.all([
    selectVersions(db, dataset).orderBy('version', 'desc').execute(),
    tagsOf(db, dataset),
  ])
  return rows.map((row) => ({
    version: row.version,
    message: row.message,
    added: row.added,
    changed: row.changed,
    removed: row.removed,
    tags: tags.get(row.version) ?? [],
    createdAt: row.created_at,
  }))
}

/** Finds the newest version at a time. */
export const versionAt = (
  db: Queries,
  dataset: DatasetRow,
  at: number,
): Promise<Selectable<DatasetVersionsTable> | undefined> =>
  selectVersions(db, dataset)
    .where('created_at', '<=', at)
    .orderBy('version', 'desc')
    .executeTakeFirst()

/** `latest` is always the newest version. */
export async function versionTagged(
  db: Queries,
  dataset: DatasetRow,
  tag: string,
): Promise<Selectable<DatasetVersionsTable> | undefined> {
  const known = selectVersions(db, dataset)
  if (tag === 'latest') return await known.where('version', '=', dataset.version).executeTakeFirst()
  return await known
    .where((eb) =>
      eb(
        'version',
        '=',
        eb
          .selectFrom('dataset_tags')
          .select('dataset_tags.version')
          .where('dataset_tags.dataset_id', '=', dataset.id)
          .where('tag', '=', tag),
      ),
    )
    .executeTakeFirst()
}

export const hasVersion = ({ version: newest }: DatasetRow, version: number): boolean =>
  version >= 1 && version <= newest

/** Moves a tag to a version, or deletes it. */
export async function setTag(
  db: Queries,
  { workspace_id, id }: DatasetRow,
  tag: string,
  version: number | null,
): Promise<void> {
  if (version === null) {
    await db
      .deleteFrom('dataset_tags')
      .where('dataset_id', '=', id)
      .where('tag', '=', tag)
      .execute()
    return
  }
  await db
    .insertInto('dataset_tags')
    .values({ workspace_id, dataset_id: id, tag, version })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'tag']).doUpdateSet({ version }))
    .execute()
}
