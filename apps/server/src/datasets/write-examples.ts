import { hash } from 'node:crypto'
import type { ExampleFile, ExamplePut, JsonObject } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { atomic, type Batch, relaxed } from '../platform/db/atomic.ts'
import type { Queries } from '../platform/db/db.ts'
import { rowInserter } from '../platform/db/insert-rows.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import { replaceNul } from '../platform/db/replace-nul.ts'
import type { DatasetRow } from './datasets.store.ts'
import { type ExampleRow, selectExamples } from './examples.store.ts'
import { noteWriting } from './sweep-unfinished.ts'
import { nextSplits, type SplitCounts } from './splits.store.ts'
import { keepUnchangedCells } from './unchanged-cells.ts'

/** Rows per statement or message. */
const SOME = 2_000

export type Put = ExamplePut & {
  createdAt?: number | undefined
  /** Derives the files from the previous ones. Absent keeps them. */
  attach?: ((known: readonly ExampleFile[]) => ExampleFile[]) | undefined
  /** Cells of a CSV row by column target, whose text may represent another type. */
  cells?: Readonly<Record<string, string>> | undefined
  /** Counts as changed even if nothing differs. */
  isAnew?: boolean
}

export const hashInputs = (inputs: JsonObject): string =>
  hash('sha256', canonicalJson(inputs), 'hex')

export async function readKnown(
  db: Queries,
  { workspace_id: workspaceId, id: datasetId, version, examples }: DatasetRow,
  ids: readonly string[],
): Promise<Map<string, ExampleRow>> {
  const known = new Map<string, ExampleRow>()
  if (examples === 0) return known
  for (let start = 0; start < ids.length; start += SOME) {
    const some = { ids: ids.slice(start, start + SOME) }
    const rows = await selectExamples(db, { workspaceId, datasetId, version }, some)
      .selectAll()
      .execute()
    for (const row of rows) known.set(row.id, row)
  }
  return known
}

/** Returns examples that existed in their base version and were removed since. */
export async function findRemoved(
  db: Queries,
  { id: datasetId }: DatasetRow,
  ids: readonly string[],
  baseOf: (id: string) => number,
): Promise<string[]> {
  const removed = new Set<string>()
  for (let start = 0; start < ids.length; start += SOME) {
    const rows = await db
      .selectFrom('dataset_examples')
      .select(['id', 'version_from', 'version_to'])
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', ids.slice(start, start + SOME))
      .execute()
    for (const { id, version_from: from, version_to: to } of rows)
      if (from <= baseOf(id) && (to === null || to > baseOf(id))) removed.add(id)
  }
  return [...removed]
}

/** Returns a time in whole milliseconds, because clients read no finer, after all versions. */
export async function nextTime(db: Queries, { id }: DatasetRow): Promise<number> {
  const last = await db
    .selectFrom('dataset_versions')
    .select(({ fn }) => fn.max('created_at').as('at'))
    .where('dataset_id', '=', id)
    .executeTakeFirst()
  return Math.max(Date.now() * 1_000, (last?.at ?? 0) + 1_000)
}

export async function lastPosition(db: Queries, { id }: DatasetRow): Promise<number> {
  const last = await db
    .selectFrom('dataset_examples')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('dataset_id', '=', id)
    .executeTakeFirst()
  return last?.position ?? 0
}

/** `position`: the position of the last example. */
type Known = { known: ReadonlyMap<string, ExampleRow>; at: number; position: number }

/** Returns rows for new and changed examples. The last of several puts of an example wins. */
export function nextRows(
  dataset: DatasetRow,
  put: readonly (Put & { id: string })[],
  { known, at, position: last }: Known,
): Map<string, ExampleRow> {
  let position = last
  const rows = new Map<string, ExampleRow>()
  for (const one of put) {
    const before = rows.get(one.id) ?? known.get(one.id)
    const row = toRow(dataset, one, { before, at, position: before?.position ?? ++position })
    if (!before || one.isAnew || isDifferent(before, row)) rows.set(one.id, row)
  }
  return rows
}

const isDifferent = (a: ExampleRow, b: ExampleRow) =>
  a.splits !== b.splits || (a.content !== b.content && !haveSameContent(a, b))

/** Ignores key order, because columns of a file may be ordered differently. */
const haveSameContent = (a: ExampleRow, b: ExampleRow) =>
  canonicalJson(contentOf(a)) === canonicalJson(contentOf(b))

const contentOf = ({ content }: ExampleRow) => fromJson(content)
const NOTHING = { inputs: {}, reference: null, metadata: {} }

type Before = { before: ExampleRow | undefined; at: number; position: number }

function toRow(
  dataset: DatasetRow,
  sent: Put & { id: string },
  { before, at, position }: Before,
): ExampleRow {
  const old: ReturnType<typeof contentOf> = before ? contentOf(before) : NOTHING
  const put = before ? keepUnchangedCells(sent, old) : sent
  const inputs = put.inputs ?? old.inputs
  const { files: known = [] } = old
  const files = put.attach?.(known) ?? put.files ?? known
  const content = {
    inputs,
    reference: put.reference === undefined ? old.reference : put.reference,
    metadata: put.metadata ?? old.metadata,
    ...(files.length > 0 && { files }),
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

/** Writes rows under an unpublished version. Publishing also syncs them to disk. */
export async function writeParts(
  db: Queries,
  { id, version }: DatasetRow,
  rows: readonly ExampleRow[],
  closed: readonly string[],
): Promise<void> {
  if (closed.length + rows.length > 0) await atomic(db, relaxed([noteWriting(db, id, 1)]))
  for (let start = 0; start < closed.length; start += SOME) {
    await atomic(
      db,
      relaxed([
        db
          .updateTable('dataset_examples')
          .set({ version_to: version + 1 })
          .where('dataset_id', '=', id)
          .where('id', 'in', closed.slice(start, start + SOME))
          .where('version_to', 'is', null),
      ]),
    )
  }
  for (let start = 0; start < rows.length; start += SOME)
    await atomic(db, relaxed(insertExamples(db, rows.slice(start, start + SOME))))
}

type Published = {
  added: number
  changed: number
  removed: number
  splits: SplitCounts
  at: number
  message: string
}

/** Publishes the written rows as the newest version. */
export function publishing(
  db: Queries,
  dataset: DatasetRow,
  { at, message, splits, ...counts }: Published,
): Batch {
  const version = dataset.version + 1
  return [
    db.insertInto('dataset_versions').values({
      workspace_id: dataset.workspace_id,
      dataset_id: dataset.id,
      version,
      message: replaceNul(message),
      ...counts,
      created_at: at,
    }),
    db
      .updateTable('datasets')
      .set({
        version,
        examples: dataset.examples + counts.added - counts.removed,
        splits: nextSplits(dataset, splits),
        is_writing: 0,
        updated_at: at,
      })
      .where('id', '=', dataset.id),
  ]
}
