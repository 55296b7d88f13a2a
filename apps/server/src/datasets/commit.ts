import type { DatasetCommit } from '@lathe/contract'
import { v7 } from 'uuid'
import { atomic, type Batch } from '../platform/db/atomic.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import { type DatasetRow, findDataset } from './datasets.store.ts'
import type { ExampleRow } from './examples.store.ts'
import { splitChanges } from './splits.store.ts'
import {
  lastPosition,
  nextRows,
  nextTime,
  publishing,
  type Put,
  findRemoved,
  readKnown,
  writeParts,
} from './write-examples.ts'
import { sweepUnfinished } from './sweep-unfinished.ts'

export type Change = {
  put: readonly Put[]
  remove: readonly string[]
  message: string
  /**
   * The version in which the examples were read. Examples that changed since are not overwritten.
   */
  base?: number | undefined
}

export type ChangeOf = Change | ((queries: Queries, dataset: DatasetRow) => Promise<Change>)

type Conflict = {
  type: 'conflict'
  version: number
  examples: string[]
  /** Of these, the ones that someone else removed. */
  removed: string[]
}
type Refused = { type: 'missing' } | Conflict

export type Commit = ({ type: 'committed' } & DatasetCommit) | Refused

/**
 * Commits the next version, or none if nothing changes. Rows are written in batches under a number
 * that is not visible yet; the last step publishes it. Leftovers of an interrupted commit are
 * deleted before the next one.
 */
export async function commitExamples(
  db: Db,
  workspaceId: string,
  datasetId: string,
  change: ChangeOf,
): Promise<Commit> {
  const made = await commitAll(db, workspaceId, new Map([[datasetId, change]]))
  if (made.type !== 'committed') return made
  const [committed] = made.all
  return committed ? { type: 'committed', ...committed } : { type: 'missing' }
}

/** The same for several datasets: all get their next versions, or none does. */
export async function commitAll(
  db: Db,
  workspaceId: string,
  changes: ReadonlyMap<string, ChangeOf>,
): Promise<{ type: 'committed'; all: DatasetCommit[] } | Refused> {
  const keys = [...changes.keys()].map((id) => `dataset/${id}`)
  return await db.portable.exclusively(keys, async (queries) => {
    const plans: Plan[] = []
    for (const [datasetId, change] of changes) {
      const dataset = await findDataset(queries, workspaceId, datasetId)
      if (!dataset) return { type: 'missing' }
      await sweepUnfinished(queries, dataset)
      const wanted = typeof change === 'function' ? await change(queries, dataset) : change
      const plan = await planOf(queries, dataset, wanted)
      if (plan.type === 'conflict') return plan
      plans.push(plan)
    }
    for (const { dataset, rows, closed } of plans) await writeParts(queries, dataset, rows, closed)
    await atomic(
      queries,
      plans.flatMap(({ batch }) => batch),
    )
    return { type: 'committed', all: plans.map(({ committed }) => committed) }
  })
}

type Plan = {
  type: 'plan'
  dataset: DatasetRow
  rows: readonly ExampleRow[]
  closed: readonly string[]
  /** Empty if nothing changes. */
  batch: Batch
  committed: DatasetCommit
}

async function planOf(db: Queries, dataset: DatasetRow, change: Change): Promise<Plan | Conflict> {
  const put = change.put.map((one) => ({ ...one, id: one.id ?? v7() }))
  const touched = [...new Set([...put.flatMap(({ id }) => id), ...change.remove])]
  const known = await readKnown(db, dataset, touched)
  const at = await nextTime(db, dataset)
  const position = await lastPosition(db, dataset)
  const rows = nextRows(dataset, put, { known, at, position })
  const removed = new Set(change.remove.filter((id) => known.has(id) && !rows.has(id)))

  // An unchanged example does not conflict, so that a client without a response may retry.
  const bases = new Map(put.map(({ id, base }) => [id, base]))
  const baseOf = (id: string) => bases.get(id) ?? change.base ?? dataset.version
  const written = [...known.values()]
    .filter(({ id }) => rows.has(id) || removed.has(id))
    .filter((row) => row.version_from > baseOf(row.id))
    .map(({ id }) => id)
  const unknown = [...rows.keys()].filter((id) => !known.has(id) && baseOf(id) < dataset.version)
  const gone = await findRemoved(db, dataset, unknown, baseOf)
  const examples = [...written, ...gone]
  if (examples.length > 0)
    return { type: 'conflict', version: dataset.version, examples, removed: gone }

  const changed = [...rows.keys()].filter((id) => known.has(id)).length
  const counts = { added: rows.size - changed, changed, removed: removed.size }
  const ids = put.map(({ id }) => id)
  const unchanged = new Set(ids).size - rows.size
  const isSame = rows.size + removed.size === 0
  const closed = [...rows.keys(), ...removed].filter((id) => known.has(id))
  const splits = splitChanges(
    rows.values(),
    closed.flatMap((id) => known.get(id) ?? []),
  )
  return {
    type: 'plan',
    dataset,
    rows: [...rows.values()],
    closed,
    batch: isSame
      ? []
      : publishing(db, dataset, { ...counts, splits, at, message: change.message }),
    committed: { version: dataset.version + (isSame ? 0 : 1), ...counts, unchanged, ids },
  }
}
