import type { Queries } from '../../../platform/db/db.ts'
import { type Cursor, type IdPage, queryRows, selectIds } from './select-ids.ts'
import { POST_FILTER_BATCH_SIZE, applyPostFilters } from './sift-ids.ts'
import type { Selection } from './trace-filter.ts'

export type FoundIds = {
  /** Nearest to the cursor first. */
  ids: Cursor[]
  /** Where the next page starts. Undefined at the end of the list. */
  next: Cursor | undefined
  /** Number of rows read, including those that a post-filter rejected. */
  scanned: number
}

/** Post-filter batch sizes: a post-filter takes about as long for many traces as for one. */
const MIN_BATCH_SIZE = 100
const MAX_SCANNED = 10_000
/** After this time the page is returned as far as it got. */
const MAX_SEARCH_MS = 1_000

/** Yields all pages, newest first. */
export async function* walkIds(
  db: Queries,
  selection: Selection,
  limit: number,
): AsyncGenerator<Cursor[]> {
  let before: Cursor | undefined
  do {
    const { ids, next } = await listIds(db, selection, { limit, before })
    if (ids.length > 0) yield ids
    before = next
  } while (before && !selection.signal?.aborted)
}

export async function listIds(
  db: Queries,
  selection: Selection,
  { limit, ...from }: IdPage,
): Promise<FoundIds> {
  if (selection.postFilters.length > 0)
    return await listPostFilteredIds(db, selection, { limit, ...from })
  const rows = await readCursors(db, selection, { limit: limit + 1, ...from })
  const ids = rows.slice(0, limit)
  return { ids, next: rows.length > limit ? ids.at(-1) : undefined, scanned: ids.length }
}

/** A page may be short or empty when matches are rare. */
async function listPostFilteredIds(
  db: Queries,
  selection: Selection,
  { limit, before, after }: IdPage,
): Promise<FoundIds> {
  const ids: Cursor[] = []
  const cursor = { before, after }
  const startedAt = performance.now()
  const isLimitReached = (scanned: number) =>
    scanned >= MAX_SCANNED ||
    performance.now() - startedAt >= MAX_SEARCH_MS ||
    selection.signal?.aborted
  let size = Math.min(POST_FILTER_BATCH_SIZE, Math.max(MIN_BATCH_SIZE, limit + 1))
  for (let scanned = 0; ; size = Math.min(POST_FILTER_BATCH_SIZE, 2 * size)) {
    const batch = await readBatch(db, selection, { limit: size, ...cursor })
    ids.push(...batch.passing)
    scanned += batch.count
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1], scanned }
    if (batch.count < size || isLimitReached(scanned))
      return { ids, next: batch.count < size ? undefined : batch.last, scanned }
    cursor[after ? 'after' : 'before'] = batch.last
  }
}

async function readBatch(db: Queries, selection: Selection, page: IdPage) {
  const rows = await readCursors(db, selection, page)
  const ids = rows.map(({ id }) => id)
  const passingIds = new Set(await applyPostFilters(selection.postFilters, ids))
  return {
    passing: rows.filter(({ id }) => passingIds.has(id)),
    count: rows.length,
    last: rows.at(-1),
  }
}

/** One query per status, because each reads its own range of the index. */
async function readCursors(db: Queries, selection: Selection, page: IdPage): Promise<Cursor[]> {
  const { statuses } = selection
  const selections =
    statuses.length === 0
      ? [selection]
      : statuses.map((status) => ({ ...selection, statuses: [status] }))
  const rows = await Promise.all(
    selections.map((statusSelection) => queryRows(db, selectIds(statusSelection, page))),
  )
  return rows
    .flat()
    .map(({ id, started_at }) => ({ id, startedAt: started_at }))
    .sort(page.after ? (a, b) => newestFirst(b, a) : newestFirst)
    .slice(0, page.limit)
}

const newestFirst = (a: Cursor, b: Cursor) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1)
