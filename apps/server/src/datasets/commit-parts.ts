import type { DatasetCommit } from '@lathe/contract'
import { v7 } from 'uuid'
import { atomic } from '../platform/db/atomic.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import { type DatasetRow, findDataset } from './datasets.store.ts'
import { addSplits, type SplitCounts, splitChanges } from './splits.store.ts'
import {
  lastPosition,
  nextRows,
  nextTime,
  publishing,
  type Put,
  readKnown,
  writeParts,
} from './write-examples.ts'
import { sweepUnfinished } from './sweep-unfinished.ts'

type Parts = (queries: Queries, dataset: DatasetRow) => AsyncIterable<readonly Put[]>

type Commit =
  | ({ type: 'committed' } & Pick<DatasetCommit, 'version' | 'added' | 'changed' | 'unchanged'>)
  | { type: 'missing' }

/**
 * Like `commitExamples`, for more rows than memory should hold: each part is written before the
 * next is read. Parts must not put the same example. If one throws, none is committed.
 */
export async function commitParts(
  db: Db,
  workspaceId: string,
  datasetId: string,
  { message, parts }: { message: string; parts: Parts },
): Promise<Commit> {
  return await db.portable.exclusively([`dataset/${datasetId}`], async (queries) => {
    const dataset = await findDataset(queries, workspaceId, datasetId)
    if (!dataset) return { type: 'missing' }
    await sweepUnfinished(queries, dataset)
    const at = await nextTime(queries, dataset)
    const counts = { added: 0, changed: 0, unchanged: 0 }
    let splits: SplitCounts = new Map()
    let position = await lastPosition(queries, dataset)
    for await (const part of parts(queries, dataset)) {
      const written = await writePart(queries, dataset, part, { at, position })
      position += written.added
      counts.added += written.added
      counts.changed += written.changed
      counts.unchanged += written.unchanged
      splits = addSplits(splits, written.splits)
    }
    const { added, changed } = counts
    if (added + changed === 0) return { type: 'committed', version: dataset.version, ...counts }
    const published = { added, changed, removed: 0, splits, at, message }
    await atomic(queries, publishing(queries, dataset, published))
    return { type: 'committed', version: dataset.version + 1, ...counts }
  })
}

async function writePart(
  db: Queries,
  dataset: DatasetRow,
  part: readonly Put[],
  place: { at: number; position: number },
) {
  const ids = part.flatMap(({ id }) => id ?? [])
  const known = await readKnown(db, dataset, ids)
  const put = part.map((one) => ({ ...one, id: one.id ?? v7() }))
  const rows = nextRows(dataset, put, { known, ...place })
  const changed = [...rows.keys()].filter((id) => known.has(id))
  await writeParts(db, dataset, [...rows.values()], changed)
  return {
    added: rows.size - changed.length,
    changed: changed.length,
    unchanged: put.length - rows.size,
    splits: splitChanges(
      rows.values(),
      changed.flatMap((id) => known.get(id) ?? []),
    ),
  }
}
