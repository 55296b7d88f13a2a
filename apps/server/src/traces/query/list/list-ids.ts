import type { Queries } from '../../../platform/db/db.ts'
import { type Cursor, type IdPage, run, selectIds } from './select-ids.ts'
import { SIFTED_AT_ONCE, siftIds } from './sift-ids.ts'
import type { Selection } from './trace-filter.ts'

export type FoundIds = {
  /** Nearest to the cursor first. */
  ids: Cursor[]
  /** Where the next page starts. Undefined at the end of the list. */
  next: Cursor | undefined
  /** Number of rows read, including those that a post-filter rejected. */
  looked: number
}

/** Post-filter batch sizes: a post-filter takes about as long for many traces as for one. */
const LEAST_AT_ONCE = 100
const MOST_SIFTED = 10_000
/** After this time the page is returned as far as it got. */
const MOST_MS = 1_000

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
  if (selection.postFilters.length > 0) return await sift(db, selection, { limit, ...from })
  const found = await read(db, selection, { limit: limit + 1, ...from })
  const ids = found.slice(0, limit)
  return { ids, next: found.length > limit ? ids.at(-1) : undefined, looked: ids.length }
}

/** A page may be short or empty when matches are rare. */
async function sift(
  db: Queries,
  selection: Selection,
  { limit, before, after }: IdPage,
): Promise<FoundIds> {
  const ids: Cursor[] = []
  const cursor = { before, after }
  const began = performance.now()
  const isEnough = (looked: number) =>
    looked >= MOST_SIFTED || performance.now() - began >= MOST_MS || selection.signal?.aborted
  let size = Math.min(SIFTED_AT_ONCE, Math.max(LEAST_AT_ONCE, limit + 1))
  for (let looked = 0; ; size = Math.min(SIFTED_AT_ONCE, 2 * size)) {
    const read = await readSome(db, selection, { limit: size, ...cursor })
    ids.push(...read.passing)
    looked += read.count
    if (ids.length > limit) return { ids: ids.slice(0, limit), next: ids[limit - 1], looked }
    if (read.count < size || isEnough(looked))
      return { ids, next: read.count < size ? undefined : read.last, looked }
    cursor[after ? 'after' : 'before'] = read.last
  }
}

async function readSome(db: Queries, selection: Selection, page: IdPage) {
  const found = await read(db, selection, page)
  const ids = found.map(({ id }) => id)
  const kept = new Set(await siftIds(selection.postFilters, ids))
  return {
    passing: found.filter(({ id }) => kept.has(id)),
    count: found.length,
    last: found.at(-1),
  }
}

/** One query per status, because each reads its own range of the index. */
async function read(db: Queries, selection: Selection, page: IdPage): Promise<Cursor[]> {
  const { statuses } = selection
  const selections =
    statuses.length === 0
      ? [selection]
      : statuses.map((status) => ({ ...selection, statuses: [status] }))
  const found = await Promise.all(selections.map((one) => run(db, selectIds(one, page))))
  return found
    .flat()
    .map(({ id, started_at }) => ({ id, startedAt: started_at }))
    .sort(page.after ? (a, b) => newestFirst(b, a) : newestFirst)
    .slice(0, page.limit)
}

const newestFirst = (a: Cursor, b: Cursor) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1)
