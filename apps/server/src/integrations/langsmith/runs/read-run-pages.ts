import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import type { Schema } from '../../../platform/db/schema.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { toTime } from '../filter/match-filter.ts'
import { type Filter, parseFilter } from '../filter/parse-filter.ts'
import { cacheKeys, type Key, cachedKeysAfter } from './key-cache.ts'
import { type RunRow, selectNamedRuns, selectRuns, selectRunsFromSpans } from './load-runs.ts'
import type { RunQuery } from './run-query.ts'
import { sqlConditions } from '../filter/filter-conditions.ts'

type Place = { db: Db; workspaceId: string }

export type After = { startedAt: number; id: string }

type PageRequest = {
  query: RunQuery
  after: After | undefined
  size: number
  lead?: Narrowing | undefined
}

/** A condition that all matching runs meet, beyond those that SQL derives from the query. */
export type Narrowing = Expression<SqlBool>

/** Maximum number of keys sorted at once, because a project may have any number of runs. */
const MAX_SORTED = 5_000

/**
 * After this many runs without an index, look for a narrowing condition. Recent matches are found
 * sooner without one.
 */
const MAX_UNNARROWED = 2_000

/** Yields pages of runs that meet the SQL conditions. */
export async function* readRunPages(
  place: Place,
  stretch: PageRequest,
  leading?: { after: number | undefined; find: () => Promise<Narrowing | undefined> },
): AsyncGenerator<RunRow[]> {
  const { query, size } = stretch
  let { after, lead } = stretch
  let unnarrowed = 0
  let isAsked = leading === undefined
  const isNear = isOfAnyRoot(query)
  for (;;) {
    const near = isNear && !lead ? await readNearRoots(place, { ...stretch, after }) : undefined
    const { keys, isEnd } = near
      ? { keys: near, isEnd: near.length < size }
      : await sortedKeys(place, query, after, lead)
    const wasLed = lead
    let last: Key | undefined
    for (let start = 0; start < keys.length && lead === wasLed; start += size) {
      const piece = keys.slice(start, start + size)
      yield near ?? (await readKeys(place, piece))
      last = piece.at(-1)
      unnarrowed += piece.length
      if (isAsked || unnarrowed < (leading?.after ?? MAX_UNNARROWED)) continue
      isAsked = true
      lead = await leading?.find()
    }
    if (!last || (isEnd && lead === wasLed)) return
    after = { startedAt: last.started_at, id: last.id }
  }
}

const isOfAnyRoot = ({ isRoot, id, trace, parentRun, filter }: RunQuery) =>
  isRoot === true && !id && !trace && !parentRun && requiredThread(filter) === undefined

async function sortedKeys(
  place: Place,
  query: RunQuery,
  after: After | undefined,
  lead: Narrowing | undefined,
) {
  if (lead) {
    const keys = await selectKeys(place, { query, after, lead, size: MAX_SORTED }).execute()
    return { keys, isEnd: keys.length < MAX_SORTED }
  }
  const cached = after && cachedKeysAfter(place, query, after)
  if (cached) return cached
  const keys: Key[] = await selectKeys(place, { query, after, size: MAX_SORTED }).execute()
  const sorted = { keys, isEnd: keys.length < MAX_SORTED }
  cacheKeys(place, query, sorted)
  return sorted
}

/** Selects only keys, because a project may have any number of runs. */
export const selectKeys = ({ db, workspaceId }: Place, stretch: PageRequest) =>
  passing(
    stretch.query.id
      ? selectNamedRuns(db, workspaceId, stretch.query.id)
      : selectRuns(db, workspaceId),
    stretch,
  )
    .clearSelect()
    .select(['spans.trace_id', 'spans.id', 'spans.started_at'])

/** Returns the runs in key order, without deleted ones. */
async function readKeys({ db, workspaceId }: Place, keys: readonly Key[]): Promise<RunRow[]> {
  const rows: RunRow[] = await selectRuns(db, workspaceId)
    .where('spans.trace_id', 'in', [...new Set(keys.map((key) => key.trace_id))])
    .where(
      'spans.id',
      'in',
      keys.map(({ id }) => id),
    )
    .execute()
  const byKey = new Map(rows.map((row) => [rowKey(row), row]))
  return keys.flatMap((key) => byKey.get(rowKey(key)) ?? [])
}

const rowKey = ({ trace_id, id }: Key) => `${trace_id}/${id}`

/** Reads the index of roots, which includes roots of other projects. */
export function nearRoots(
  { db, workspaceId }: Place,
  stretch: PageRequest,
  far: number | undefined,
) {
  const roots = passing(selectRunsFromSpans(db, workspaceId), stretch)
  if (far === undefined) return roots
  return roots.where('spans.started_at', stretch.query.order === 'desc' ? '>=' : '<=', far)
}

/** Returns undefined if too few of the next roots belong to the project. */
async function readNearRoots(place: Place, stretch: PageRequest): Promise<RunRow[] | undefined> {
  const far = await startOfFarRoot(place, stretch)
  const rows: RunRow[] = await nearRoots(place, stretch, far).execute()
  return far === undefined || rows.length === stretch.size ? rows : undefined
}

/**
 * Start time of the last root to read through the index. Beyond it, sorting the runs of the project
 * is faster.
 */
async function startOfFarRoot({ db, workspaceId }: Place, stretch: PageRequest) {
  const { order } = stretch.query
  let roots = db
    .selectFrom('spans')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('parent_id', 'is', null)
  for (const condition of rangeConditions(stretch)) roots = roots.where(condition)
  const far = await roots
    .orderBy('started_at', order)
    .orderBy('id', order)
    .offset(Math.max(1_000, 10 * stretch.size))
    .limit(1)
    .executeTakeFirst()
  return far?.started_at
}

function passing(runs: ReturnType<typeof selectRuns>, stretch: PageRequest) {
  const { query, size } = stretch
  let rows = runs
    .orderBy('spans.started_at', query.order)
    .orderBy('spans.id', query.order)
    .limit(size)
  if (query.session?.length) rows = rows.where('traces.project_id', 'in', query.session)
  if (query.trace) rows = rows.where('spans.trace_id', '=', query.trace)
  if (query.parentRun) rows = rows.where('spans.parent_id', '=', query.parentRun)
  if (query.isRoot !== undefined)
    rows = rows.where('spans.parent_id', query.isRoot ? 'is' : 'is not', null)
  if (query.error !== undefined)
    rows = rows.where('spans.error', query.error ? 'is not' : 'is', null)
  for (const condition of [...rangeConditions(stretch), ...queryConditions(query)])
    rows = rows.where(condition)
  if (stretch.lead) rows = rows.where(stretch.lead)
  return rows
}

const span = expressionBuilder<Schema, 'spans'>()

function rangeConditions({ query, after }: PageRequest): Expression<SqlBool>[] {
  const range: Expression<SqlBool>[] = []
  const [from, endTime] = [
    parseTime('start_time', query.startTime),
    parseTime('end_time', query.endTime),
  ]
  if (from !== undefined) range.push(span('spans.started_at', '>=', from))
  if (endTime !== undefined) range.push(span('spans.started_at', '<=', endTime))
  if (after)
    range.push(
      span(
        span.refTuple('spans.started_at', 'spans.id'),
        query.order === 'desc' ? '<' : '>',
        span.tuple(after.startedAt, after.id),
      ),
    )
  return range
}

const requiredThread = (filter: string | undefined): string | undefined =>
  filter === undefined ? undefined : threadInFilter(parseFilter(filter))

/** The thread that every matching run belongs to. */
function threadInFilter(filter: Filter): string | undefined {
  if (filter.op === 'and')
    return filter.of.map(threadInFilter).find((thread) => thread !== undefined)
  const isThread = filter.op === 'eq' && filter.field === 'thread_id'
  return isThread && typeof filter.value === 'string' ? filter.value : undefined
}

function parseTime(field: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined
  const micros = toTime(value)
  if (micros === undefined) throw invalidInput(field, 'is not a time')
  return micros
}

/**
 * Maximum length of a filter passed to SQL, whose parsers have their own limits. Each run is
 * filtered again in memory.
 */
const LONGEST = 4_000

/** Conditions that every matching run meets. */
export const queryConditions = ({ filter, traceFilter, treeFilter, runType }: RunQuery) => [
  ...(runType ? typeConditions(runType) : []),
  ...filterConditions(filter, 'spans'),
  ...traceConditions(filterConditions(traceFilter, 'member'), sql`and member.parent_id is null`),
  ...traceConditions(filterConditions(treeFilter, 'member'), sql``),
]

const typeConditions = (runType: string) =>
  sqlConditions({ op: 'eq', field: 'run_type', value: runType.toLowerCase() })

const filterConditions = (filter: string | undefined, run: string): RawBuilder<SqlBool>[] =>
  filter === undefined || filter.length > LONGEST ? [] : sqlConditions(parseFilter(filter), run)

/** At least one run of the trace must meet the conditions. */
const traceConditions = (
  conditions: readonly RawBuilder<SqlBool>[],
  scope: RawBuilder<unknown>,
): RawBuilder<SqlBool>[] =>
  conditions.length === 0
    ? []
    : [
        sql`exists (select 1 from spans as member
          where member.workspace_id = spans.workspace_id and member.trace_id = spans.trace_id
            ${scope} and ${sql.join(conditions, sql` and `)})`,
      ]
