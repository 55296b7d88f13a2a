import { atomic, type Batch, relaxed } from '../platform/db/atomic.ts'
import type { Queries } from '../platform/db/db.ts'
import type { DatasetRow } from './datasets.store.ts'

/** Rows to delete before yielding. */
const SOME = 2_000

export const noteWriting = (db: Queries, id: string, isWriting: 0 | 1) =>
  db.updateTable('datasets').set({ is_writing: isWriting }).where('id', '=', id)

/** Deletes the rows of an interrupted commit, most of which are at the end. */
export async function sweepUnfinished(
  db: Queries,
  { id: datasetId, version, is_writing: isWriting }: DatasetRow,
): Promise<void> {
  if (isWriting === 0) return
  await sweep(db, datasetId, {
    mark: 'version_from',
    version,
    undo: (ids) => [
      db
        .deleteFrom('dataset_examples')
        .where('dataset_id', '=', datasetId)
        .where('version_from', '>', version)
        .where('id', 'in', ids),
    ],
  })
  await sweep(db, datasetId, {
    mark: 'version_to',
    version,
    undo: (ids) => [
      db
        .updateTable('dataset_examples')
        .set({ version_to: null })
        .where('dataset_id', '=', datasetId)
        .where('version_to', '>', version)
        .where('id', 'in', ids),
    ],
  })
  await noteWriting(db, datasetId, 0).execute()
}

type Sweep = {
  mark: 'version_from' | 'version_to'
  version: number
  undo: (ids: string[]) => Batch
}

async function sweep(db: Queries, datasetId: string, { mark, version, undo }: Sweep) {
  let last = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await db
      .selectFrom('dataset_examples')
      .select(['id', 'position'])
      .where('dataset_id', '=', datasetId)
      .where(mark, '>', version)
      .where('position', '<=', last)
      .orderBy('position', 'desc')
      .limit(SOME)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    last = end.position
    await atomic(db, relaxed(undo(rows.map(({ id }) => id))))
  }
}
