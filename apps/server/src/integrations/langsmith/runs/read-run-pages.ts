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

type ReadContext = { db: Db; workspaceId: string }

export type After = { startedAt: number; id: string }

type PageRequest = {
  query: RunQuery
  after: After | undefined
  size: number
  leadCondition?: LeadCondition | undefined
}

/** A condition that all matching runs meet, beyond those that SQL derives from the query. */
export type LeadCondition = Expression<SqlBool>

/** Maximum number of keys sorted at once, because a project may have any number of runs. */
const MAX_SORTED = 5_000

/**
 * After this many runs without an index, look for a narrowing condition. Recent matches are found
 * sooner without one.
 */
const MAX_UNNARROWED = 2_000

/** Yields pages of runs that meet the SQL conditions. */
export async function* readRunPages(
  context: ReadContext,
  pageRequest: PageRequest,
  lateLead?: { after: number | undefined; find: () => Promise<LeadCondition | undefined> },
): AsyncGenerator<RunRow[]> {
  const { query, size } = pageRequest
  let { after, leadCondition } = pageRequest
  let readWithoutLead = 0
  let hasLookedUp = lateLead === undefined
  const isRootQuery = matchesAnyRoot(query)
  for (;;) {
    const nearbyRows =
      isRootQuery && !leadCondition
        ? await readNearbyRoots(context, { ...pageRequest, after })
        : undefined
    const { keys, isEnd } = nearbyRows
      ? { keys: nearbyRows, isEnd: nearbyRows.length < size }
      : await sortedKeys(context, query, after, leadCondition)
    const previousLead = leadCondition
    let last: Key | undefined
    for (let start = 0; start < keys.length && leadCondition === previousLead; start += size) {
      const keyBatch = keys.slice(start, start + size)
      yield nearbyRows ?? (await readKeys(context, keyBatch))
      last = keyBatch.at(-1)
      readWithoutLead += keyBatch.length
      if (hasLookedUp || readWithoutLead < (lateLead?.after ?? MAX_UNNARROWED)) continue
      hasLookedUp = true
      leadCondition = await lateLead?.find()
    }
    if (!last || (isEnd && leadCondition === previousLead)) return
    after = { startedAt: last.started_at, id: last.id }
  }
}

const matchesAnyRoot = ({ isRoot, id, trace, parentRun, filter }: RunQuery) =>
  isRoot === true && !id && !trace && !parentRun && requiredThread(filter) === undefined

async function sortedKeys(
  context: ReadContext,
  query: RunQuery,
  after: After | undefined,
  leadCondition: LeadCondition | undefined,
) {
  if (leadCondition) {
    const keys = await selectKeys(context, {
      query,
      after,
      leadCondition,
      size: MAX_SORTED,
    }).execute()
    return { keys, isEnd: keys.length < MAX_SORTED }
  }
  const cached = after && cachedKeysAfter(context, query, after)
  if (cached) return cached
  const keys: Key[] = await selectKeys(context, { query, after, size: MAX_SORTED }).execute()
  const cachedKeys = { keys, isEnd: keys.length < MAX_SORTED }
  cacheKeys(context, query, cachedKeys)
  return cachedKeys
}

/** Selects only keys, because a project may have any number of runs. */
export const selectKeys = ({ db, workspaceId }: ReadContext, pageRequest: PageRequest) =>
  applyQuery(
    pageRequest.query.id
      ? selectNamedRuns(db, workspaceId, pageRequest.query.id)
      : selectRuns(db, workspaceId),
    pageRequest,
  )
    .clearSelect()
    .select(['spans.trace_id', 'spans.id', 'spans.started_at'])

/** Returns the runs in key order, without deleted ones. */
async function readKeys({ db, workspaceId }: ReadContext, keys: readonly Key[]): Promise<RunRow[]> {
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
export function selectNearbyRoots(
  { db, workspaceId }: ReadContext,
  pageRequest: PageRequest,
  farStart: number | undefined,
) {
  const roots = applyQuery(selectRunsFromSpans(db, workspaceId), pageRequest)
  if (farStart === undefined) return roots
  return roots.where('spans.started_at', pageRequest.query.order === 'desc' ? '>=' : '<=', farStart)
}

/** Returns undefined if too few of the next roots belong to the project. */
async function readNearbyRoots(
  context: ReadContext,
  pageRequest: PageRequest,
): Promise<RunRow[] | undefined> {
  const farStart = await findFarRootStart(context, pageRequest)
  const rows: RunRow[] = await selectNearbyRoots(context, pageRequest, farStart).execute()
  return farStart === undefined || rows.length === pageRequest.size ? rows : undefined
}

/**
 * Start time of the last root to read through the index. Beyond it, sorting the runs of the project
 * is faster.
 */
async function findFarRootStart({ db, workspaceId }: ReadContext, pageRequest: PageRequest) {
  const { order } = pageRequest.query
  let roots = db
    .selectFrom('spans')
    .select('started_at')
    .where('workspace_id', '=', workspaceId)
    .where('parent_id', 'is', null)
  for (const condition of rangeConditions(pageRequest)) roots = roots.where(condition)
  const farStart = await roots
    .orderBy('started_at', order)
    .orderBy('id', order)
    .offset(Math.max(1_000, 10 * pageRequest.size))
    .limit(1)
    .executeTakeFirst()
  return farStart?.started_at
}

function applyQuery(runs: ReturnType<typeof selectRuns>, pageRequest: PageRequest) {
  const { query, size } = pageRequest
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
  for (const condition of [...rangeConditions(pageRequest), ...queryConditions(query)])
    rows = rows.where(condition)
  if (pageRequest.leadCondition) rows = rows.where(pageRequest.leadCondition)
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
