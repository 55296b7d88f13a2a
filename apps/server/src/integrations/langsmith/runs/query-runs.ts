import { toIso } from '@lathe/traces'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { hasQueued } from '../../../platform/db/texts/queue-texts.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { IsoMicros, readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { rootsIn } from '../filter/filter-conditions.ts'
import { matches } from '../filter/match-filter.ts'
import { type Filter, parseFilter } from '../filter/parse-filter.ts'
import { searchTerms } from '../filter/search-terms.ts'
import { loadRuns, selectRuns } from './load-runs.ts'
import { type After, type LeadCondition, readRunPages } from './read-run-pages.ts'
import type { RunQuery } from './run-query.ts'
import type { WireRun } from './wire-run.ts'
import { labelValue } from '../../../traces/store/labels.ts'
import { FULL_MARKER, metadataLabel } from '../../../traces/store/metadata-labels.ts'
import { isUnread } from '../../../traces/store/old-metadata.ts'
import { requiredMetadata } from '../filter/required-metadata.ts'

type Context = { db: Db; workspaceId: string; baseUrl: string }

/** Rows read per step while scanning for matching runs. */
const BATCH_ROWS = 200

/** Returns matching runs and the cursor of the next page. */
export async function queryRuns(
  context: Context,
  query: RunQuery,
  { maxScanned = Infinity, maxBeforeLead }: Limits = {},
): Promise<{ runs: WireRun[]; cursor: string | null }> {
  const found: WireRun[] = []
  const reading: Reading = { remaining: maxScanned, maxBeforeLead }
  for await (const run of passingRuns(context, query, reading)) {
    if (found.length === query.limit) return { runs: found, cursor: cursorAt(found.at(-1)) }
    found.push(run)
  }
  const { remaining, last } = reading
  if (remaining > 0 || !last) return { runs: found, cursor: null }
  if (found.length > 0) return { runs: found, cursor: cursorAfter(last) }
  throw scanLimitError(query, last, maxScanned)
}

/** Clients treat an empty page as the last one, so report an error instead. */
const scanLimitError = ({ order }: RunQuery, { startedAt }: After, maxScanned: number) =>
  invalidInput(
    'filter',
    `no match in ${maxScanned.toLocaleString('en')} runs: narrow the search by session, name, run_type ` +
      `or time, or continue with ${order === 'desc' ? 'lt' : 'gt'}(start_time, "${toIso(startedAt)}")`,
  )

/** Maximum number of runs read per page, so that clients do not time out. */
export const PAGE_LIMITS: Limits = { maxScanned: 200_000 }

type Limits = { maxScanned?: number; maxBeforeLead?: number | undefined }

/** Progress of a request. */
type Reading = { remaining: number; last?: After; maxBeforeLead: number | undefined }

/** Yields matching runs in order. Conditions that SQL cannot test are tested on the loaded run. */
export async function* passingRuns(
  context: Context,
  request: RunQuery,
  reading?: Reading,
): AsyncGenerator<WireRun> {
  const runFilter = request.filter === undefined ? undefined : parseFilter(request.filter)
  const query = { ...request, isRoot: request.isRoot ?? (runFilter && rootsIn(runFilter)) }
  const matchesFilters = await createTest(context, query)
  const after = readCursor(query.cursor, RunPlace)
  const maxRows = matchesFilters
    ? Math.min(reading?.remaining ?? BATCH_ROWS, reading?.maxBeforeLead ?? BATCH_ROWS)
    : query.limit + 1
  const size = Math.min(maxRows, BATCH_ROWS)
  const leadCondition =
    (await tracesByParent(context, query)) ??
    (matchesFilters && (await tracesByMetadata(context, query)))
  const find = () => tracesWith(context, query)
  const lateLead =
    matchesFilters && !leadCondition ? { after: reading?.maxBeforeLead, find } : undefined
  for await (const rows of readRunPages(context, { query, after, size, leadCondition }, lateLead)) {
    for (const run of await loadRuns(context, rows))
      if (!matchesFilters || (await matchesFilters(run))) yield run
    const last = rows.at(-1)
    if (!matchesFilters || !reading || !last) continue
    reading.remaining -= rows.length
    reading.last = { startedAt: last.started_at, id: last.id }
    if (reading.remaining <= 0) return
  }
}

/**
 * Returns a condition for traces that contain the search terms, or undefined if there are none or
 * too many matches.
 */
async function tracesWith({ db, workspaceId }: Context, query: RunQuery) {
  // Queued texts would not be found.
  if (await hasQueued(db)) return undefined
  const { filter, traceFilter, treeFilter } = query
  const texts = [filter, traceFilter, treeFilter].filter((text) => text !== undefined)
  const filters: Filter[] = texts.map(parseFilter)
  if (query.query) filters.push({ op: 'search', field: null, value: query.query })
  let ids: Set<string> | undefined
  for (const alternatives of filters.map(searchTerms)) {
    if (!alternatives) continue
    const found = await Promise.all(
      alternatives.map((searchTermsOfPath) => db.texts.find(workspaceId, searchTermsOfPath)),
    )
    if (found.some(({ isCut }) => isCut)) continue
    const traceIds = new Set(found.flatMap(({ traceIds }) => traceIds))
    ids = ids ? new Set([...ids].filter((id) => traceIds.has(id))) : traceIds
  }
  return ids && db.portable.isOneOf(sql.ref<string>('spans.trace_id'), [...ids])
}

/** Number of cached traces. Consecutive runs often belong to the same trace. */
const TREES = 100

/** Returns the test for conditions that SQL cannot evaluate, or undefined if there are none. */
async function createTest(context: Context, query: RunQuery) {
  const runFilter = query.filter === undefined ? undefined : parseFilter(query.filter)
  const rootFilter = query.traceFilter === undefined ? undefined : parseFilter(query.traceFilter)
  const treeFilter = query.treeFilter === undefined ? undefined : parseFilter(query.treeFilter)
  const text = query.query
    ? ({ op: 'search', field: null, value: query.query } as const)
    : undefined
  const examples = query.referenceExample
  if (!runFilter && !rootFilter && !treeFilter && !text && !examples) return undefined

  const trees = new Map<string, Promise<WireRun[]>>()
  const findTree = (traceId: string) => {
    const cached = trees.get(traceId)
    if (cached) return cached
    const loading = loadTree(context, traceId)
    if (trees.size === TREES) trees.clear()
    trees.set(traceId, loading)
    return loading
  }
  return async (run: WireRun): Promise<boolean> => {
    if (runFilter && !matches(runFilter, run)) return false
    if (text && !matches(text, run)) return false
    if (examples && !examples.some((id) => id === run.reference_example_id)) return false
    if (!rootFilter && !treeFilter) return true
    const tree = await findTree(run.trace_id)
    if (treeFilter && !tree.some((member) => matches(treeFilter, member))) return false
    return (
      !rootFilter ||
      tree.some((member) => member.parent_run_id === null && matches(rootFilter, member))
    )
  }
}

const loadTree = async (context: Context, traceId: string) =>
  await loadRuns(
    context,
    await selectRuns(context.db, context.workspaceId)
      .where('spans.trace_id', '=', traceId)
      .execute(),
  )

const cursorAt = (run: WireRun | undefined) =>
  run ? toCursor(['runs', run.start_time, run.id]) : null
const cursorAfter = ({ startedAt, id }: After) => toCursor(['runs', toIso(startedAt), id])

const RunPlace = sortedPlace('runs', IsoMicros).transform(([startedAt, id]): After => ({
  startedAt,
  id,
}))

/** Above this limit, scanning the newest runs is faster. */
const MAX_TRACES = 2_000

/**
 * Returns a condition for traces whose roots may have the required metadata, or undefined if the
 * index cannot narrow the search.
 */
async function tracesByMetadata(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { filter, traceFilter, isRoot }: RunQuery,
): Promise<LeadCondition | undefined> {
  const rootFilters = [traceFilter, isRoot === true ? filter : undefined]
  const [requiredLabel] = rootFilters.flatMap(
    (text) => (text && requiredMetadata(parseFilter(text))) || [],
  )
  if (!requiredLabel || requiredLabel.keys.length === 0 || (await isUnread(db, workspaceId)))
    return undefined
  const found = await db
    .selectFrom('trace_labels')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...requiredLabel.keys.map(metadataLabel), FULL_MARKER])
    .where('value', 'in', [labelValue(requiredLabel.value), ''])
    .limit(MAX_TRACES + 1)
    .execute()
  if (found.length > MAX_TRACES) return undefined
  const ids = [...new Set(found.map((row) => row.trace_id))]
  return db.portable.isOneOf(sql.ref<string>('spans.trace_id'), ids)
}

/** Spans are not indexed by parent, but children are in the trace of their parent. */
export async function tracesByParent(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { trace, parentRun }: RunQuery,
): Promise<LeadCondition | undefined> {
  if (parentRun === undefined || trace !== undefined) return undefined
  const found = await db
    .selectFrom('spans')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', parentRun)
    .execute()
  if (found.length === 0) return undefined
  const ids = found.map((row) => row.trace_id)
  return db.portable.isOneOf(sql.ref<string>('spans.trace_id'), ids)
}
