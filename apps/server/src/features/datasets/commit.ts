import type { Committed } from '@lathe/contract'
import { v7 } from 'uuid'
import type { Db, Queries } from '../../db/db.ts'
import { type DatasetRow, findDataset } from './datasets.store.ts'
import {
  lastPosition,
  nextRows,
  nextTime,
  publish,
  type Put,
  readKnown,
  sweepUnfinished,
  writeParts,
} from './write-examples.ts'

export type Change = {
  put: readonly Put[]
  remove: readonly string[]
  message: string
  /** What these examples were looked at in: one that changed since is not written over. */
  base?: number | undefined
}

export type Commit =
  | ({ type: 'committed' } & Committed)
  | { type: 'missing' }
  | { type: 'conflict'; version: number; examples: string[] }

/**
 * Makes the next version, or none where nothing is different. Rows are written in parts under the number
 * of a version that nobody reads yet; the last step makes it the newest, and a broken one is swept away
 * before the next begins.
 */
export async function commitExamples(
  db: Db,
  workspaceId: string,
  datasetId: string,
  change: Change | ((queries: Queries, dataset: DatasetRow) => Promise<Change>),
): Promise<Commit> {
  return await db.portable.exclusively([`dataset/${datasetId}`], async (queries) => {
    const dataset = await findDataset(queries, workspaceId, datasetId)
    if (!dataset) return { type: 'missing' }
    await sweepUnfinished(queries, dataset)
    const wanted = typeof change === 'function' ? await change(queries, dataset) : change
    return await write(queries, dataset, wanted)
  })
}

async function write(db: Queries, dataset: DatasetRow, change: Change): Promise<Commit> {
  const put = change.put.map((one) => ({ ...one, id: one.id ?? v7() }))
  const touched = [...new Set([...put.flatMap(({ id }) => id), ...change.remove])]
  const known = await readKnown(db, dataset, touched)
  const { base } = change
  if (base !== undefined) {
    const examples = [...known.values()]
      .filter((row) => row.version_from > base)
      .map(({ id }) => id)
    if (examples.length > 0) return { type: 'conflict', version: dataset.version, examples }
  }

  const at = await nextTime(db, dataset)
  const position = await lastPosition(db, dataset)
  const rows = nextRows(dataset, put, { known, at, position })
  const removed = new Set(change.remove.filter((id) => known.has(id) && !rows.has(id)))
  const changed = [...rows.keys()].filter((id) => known.has(id)).length
  const counts = { added: rows.size - changed, changed, removed: removed.size }
  const ids = put.map(({ id }) => id)
  const unchanged = new Set(ids).size - rows.size
  if (rows.size + removed.size === 0) {
    return { type: 'committed', version: dataset.version, ...counts, unchanged, ids }
  }
  const closed = [...rows.keys(), ...removed].filter((id) => known.has(id))
  await writeParts(db, dataset, [...rows.values()], closed)
  await publish(db, dataset, { ...counts, at, message: change.message })
  return { type: 'committed', version: dataset.version + 1, ...counts, unchanged, ids }
}
