import type { Db, Queries } from '../../../platform/db/db.ts'
import { resolveFilter, type Selection, type TraceFilter } from './trace-filter.ts'
import { tracesByIds } from './access-paths.ts'
import type { PostFilter } from './resolve-expression.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { and, type Condition } from './conditions.ts'

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

const BATCH_SIZE = 200

export type TraceChoice = TraceFilter & { ids?: string[] | undefined }

/** Yields trace ids in batches: the named ones, or all that match the filter, newest first. */
export async function* batchTraceIds(
  db: Db,
  workspaceId: string,
  { ids, ...filter }: TraceChoice,
  signal?: AbortSignal,
): AsyncGenerator<string[]> {
  if (ids) {
    for (let start = 0; start < ids.length; start += BATCH_SIZE)
      yield ids.slice(start, start + BATCH_SIZE)
    return
  }
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  for await (const page of walkIds(db, selection, BATCH_SIZE)) yield page.map(({ id }) => id)
}

/** Matches to count when only post-filters can decide them. */
const MAX_POST_FILTERED = 1_000

/** The traces a query may count: all matches, or only the newest. */
export type CountableTraces = { selection: Selection; isPartial: boolean }

export async function resolveCountable(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<CountableTraces> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  if (selection.postFilters.length === 0) return { selection, isPartial: false }
  const { ids, next } = await listIds(db, selection, { limit: MAX_POST_FILTERED })
  const matchingIds = ids.map(({ id }) => id)
  return {
    selection: {
      accessPath: tracesByIds(db.portable, workspaceId, matchingIds),
      conditions: [],
      statuses: [],
      postFilters: [],
    },
    isPartial: next !== undefined,
  }
}

/** Traces post-filtered at once. Bounds how long other searches wait. */
const POST_FILTER_BATCH_SIZE = 2_000

/** Returns the ids that pass all post-filters, in order. */
export async function applyPostFilters(
  postFilters: readonly PostFilter[],
  traceIds: readonly string[],
): Promise<string[]> {
  const passing: string[] = []
  for (let offset = 0; offset < traceIds.length; offset += POST_FILTER_BATCH_SIZE) {
    const batch = traceIds.slice(offset, offset + POST_FILTER_BATCH_SIZE)
    const passingIds = new Set(await applyToBatch(postFilters, batch))
    passing.push(...batch.filter((id) => passingIds.has(id)))
  }
  return passing
}

async function applyToBatch(postFilters: readonly PostFilter[], traceIds: readonly string[]) {
  let passing = traceIds
  for (const postFilter of postFilters) if (passing.length > 0) passing = await postFilter(passing)
  return passing
}

/** The trace that a page ends before or starts after. */
export type Cursor = { startedAt: number; id: string }

type IdPage = { limit: number; before?: Cursor | undefined; after?: Cursor | undefined }

/** Selects ids with their starts, newest first or nearest to `after` first. */
export function selectIds(
  selection: Selection,
  { limit, before, after }: IdPage,
): RawBuilder<{ id: string; started_at: number }> {
  const { start, id } = selection.accessPath
  const { from, where } = matchingTraces(selection)
  const conditions = [where]
  if (before) conditions.push(sql<SqlBool>`(${start}, ${id}) < (${before.startedAt}, ${before.id})`)
  if (after) conditions.push(sql<SqlBool>`(${start}, ${id}) > (${after.startedAt}, ${after.id})`)
  const direction = sql.raw(after ? 'asc' : 'desc')
  return sql`select traces.id, traces.started_at from ${from}
    where ${and(conditions)} order by ${start} ${direction}, ${id} ${direction} limit ${limit}`
}

/** The same without paging, for counts. */
export const matchingTraces = ({
  accessPath: way,
  statuses,
  conditions,
}: Selection): { from: RawBuilder<unknown>; where: Condition } => ({
  from: way.from,
  where: and([...way.conditions, ...statusCondition(statuses), ...conditions]),
})

export const queryRows = async <T>(db: Queries, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows

const statusCondition = (statuses: readonly string[]): Condition[] => {
  if (statuses.length === 0) return []
  return [sql`traces.status in (${sql.join(statuses)})`]
}
