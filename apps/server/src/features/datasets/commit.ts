import { hash } from 'node:crypto'
import type { Committed, ExamplePut, JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { v7 } from 'uuid'
import { atomic, type Batch } from '../../db/atomic.ts'
import type { Db, Queries } from '../../db/db.ts'
import { rowInserter } from '../../db/insert-rows.ts'
import { fromJson, toJson } from '../../db/json.ts'
import { withoutNul } from '../../db/without-nul.ts'
import { type DatasetRow, findDataset } from './datasets.store.ts'
import { type ExampleRow, selectExamples } from './examples.store.ts'

/** Rows a statement names or a message to the database carries. */
const SOME = 500

export type Put = ExamplePut & { createdAt?: number | undefined }

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

export const hashInputs = (inputs: JsonObject): string =>
  hash('sha256', canonicalJson(inputs), 'hex')

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

const sweepUnfinished = async (db: Queries, { id, version }: DatasetRow): Promise<void> => {
  await atomic(db, [
    db
      .deleteFrom('dataset_examples')
      .where('dataset_id', '=', id)
      .where('version_from', '>', version),
    db
      .updateTable('dataset_examples')
      .set({ version_to: null })
      .where('dataset_id', '=', id)
      .where('version_to', '>', version),
  ])
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
  const rows = await nextRows(db, dataset, put, { known, at })
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

async function readKnown(
  db: Queries,
  { workspace_id: workspaceId, id: datasetId, version }: DatasetRow,
  ids: readonly string[],
): Promise<Map<string, ExampleRow>> {
  const known = new Map<string, ExampleRow>()
  for (let start = 0; start < ids.length; start += SOME) {
    const some = { ids: ids.slice(start, start + SOME) }
    const rows = await selectExamples(db, { workspaceId, datasetId, version }, some)
      .selectAll()
      .execute()
    for (const row of rows) known.set(row.id, row)
  }
  return known
}

/** Whole milliseconds, for clients read no finer; later than every version before. */
async function nextTime(db: Queries, { id }: DatasetRow): Promise<number> {
  const last = await db
    .selectFrom('dataset_versions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('dataset_id', '=', id)
    .executeTakeFirst()
  return Math.max(Date.now() * 1_000, (last?.at ?? 0) + 1_000)
}

type Known = { known: ReadonlyMap<string, ExampleRow>; at: number }

/** Rows of what is new or different; of two puts of one example the later counts, over the earlier. */
async function nextRows(
  db: Queries,
  dataset: DatasetRow,
  put: readonly (Put & { id: string })[],
  { known, at }: Known,
): Promise<Map<string, ExampleRow>> {
  const last = await db
    .selectFrom('dataset_examples')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('dataset_id', '=', dataset.id)
    .executeTakeFirst()
  let position = last?.position ?? 0
  const rows = new Map<string, ExampleRow>()
  for (const one of put) {
    const before = rows.get(one.id) ?? known.get(one.id)
    const row = toRow(dataset, one, { before, at, position: before?.position ?? ++position })
    if (!before || isDifferent(before, row)) rows.set(one.id, row)
  }
  return rows
}

const isDifferent = (a: ExampleRow, b: ExampleRow) =>
  a.content !== b.content || a.splits !== b.splits

type Before = { before: ExampleRow | undefined; at: number; position: number }

function toRow(
  dataset: DatasetRow,
  put: Put & { id: string },
  { before, at, position }: Before,
): ExampleRow {
  const old = before ? fromJson(before.content) : { inputs: {}, reference: null, metadata: {} }
  const inputs = put.inputs ?? old.inputs
  const content = {
    inputs,
    reference: put.reference === undefined ? old.reference : put.reference,
    metadata: put.metadata ?? old.metadata,
  }
  const splits = put.splits ?? (before ? fromJson(before.splits) : [])
  return {
    workspace_id: dataset.workspace_id,
    dataset_id: dataset.id,
    id: put.id,
    version_from: dataset.version + 1,
    version_to: null,
    position,
    content: toJson(content),
    splits: toJson([...new Set(splits)]),
    inputs_hash: hashInputs(inputs),
    trace_id: put.traceId ?? before?.trace_id ?? null,
    span_id: put.spanId ?? before?.span_id ?? null,
    created_at: before?.created_at ?? put.createdAt ?? at,
    modified_at: at,
  }
}

const insertExamples = rowInserter('dataset_examples')

async function writeParts(
  db: Queries,
  { id, version }: DatasetRow,
  rows: readonly ExampleRow[],
  closed: readonly string[],
): Promise<void> {
  for (let start = 0; start < closed.length; start += SOME) {
    await db
      .updateTable('dataset_examples')
      .set({ version_to: version + 1 })
      .where('dataset_id', '=', id)
      .where('id', 'in', closed.slice(start, start + SOME))
      .where('version_to', 'is', null)
      .execute()
  }
  for (let start = 0; start < rows.length; start += SOME)
    await atomic(db, insertExamples(db, rows.slice(start, start + SOME)))
}

type Published = { added: number; changed: number; removed: number; at: number; message: string }

async function publish(
  db: Queries,
  dataset: DatasetRow,
  { at, message, ...counts }: Published,
): Promise<void> {
  const version = dataset.version + 1
  const batch: Batch = [
    db.insertInto('dataset_versions').values({
      workspace_id: dataset.workspace_id,
      dataset_id: dataset.id,
      version,
      message: withoutNul(message),
      ...counts,
      created_at: at,
    }),
    db
      .updateTable('datasets')
      .set({ version, examples: dataset.examples + counts.added - counts.removed, updated_at: at })
      .where('id', '=', dataset.id),
  ]
  await atomic(db, batch)
}
