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
import { type After, type Narrowing, readRunPages } from './read-run-pages.ts'
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
  { mostRead = Infinity, mostUnled }: Limits = {},
): Promise<{ runs: WireRun[]; cursor: string | null }> {
  const found: WireRun[] = []
  const reading: Reading = { left: mostRead, mostUnled }
  for await (const run of passingRuns(context, query, reading)) {
    if (found.length === query.limit) return { runs: found, cursor: cursorAt(found.at(-1)) }
    found.push(run)
  }
  const { left, last } = reading
  if (left > 0 || !last) return { runs: found, cursor: null }
  if (found.length > 0) return { runs: found, cursor: cursorAfter(last) }
  throw tooFar(query, last, mostRead)
}

/** Clients treat an empty page as the last one, so report an error instead. */
const tooFar = ({ order }: RunQuery, { startedAt }: After, mostRead: number) =>
  invalidInput(
    'filter',
    `no match in ${mostRead.toLocaleString('en')} runs: narrow the search by session, name, run_type ` +
      `or time, or continue with ${order === 'desc' ? 'lt' : 'gt'}(start_time, "${toIso(startedAt)}")`,
  )

/** Maximum number of runs read per page, so that clients do not time out. */
export const OF_A_PAGE: Limits = { mostRead: 200_000 }

type Limits = { mostRead?: number; mostUnled?: number | undefined }

/** Progress of a request. */
type Reading = { left: number; last?: After; mostUnled: number | undefined }

/** Yields matching runs in order. Conditions that SQL cannot test are tested on the loaded run. */
export async function* passingRuns(
  context: Context,
  request: RunQuery,
  reading?: Reading,
): AsyncGenerator<WireRun> {
  const ownFilter = request.filter === undefined ? undefined : parseFilter(request.filter)
  const query = { ...request, isRoot: request.isRoot ?? (ownFilter && rootsIn(ownFilter)) }
  const passes = await createTest(context, query)
  const after = readCursor(query.cursor, RunPlace)
  const maxRows = passes
    ? Math.min(reading?.left ?? BATCH_ROWS, reading?.mostUnled ?? BATCH_ROWS)
    : query.limit + 1
  const size = Math.min(maxRows, BATCH_ROWS)
  const lead =
    (await tracesByParent(context, query)) ?? (passes && (await tracesByMetadata(context, query)))
  const find = () => tracesWith(context, query)
  const leading = passes && !lead ? { after: reading?.mostUnled, find } : undefined
  for await (const rows of readRunPages(context, { query, after, size, lead }, leading)) {
    for (const run of await loadRuns(context, rows)) if (!passes || (await passes(run))) yield run
    const last = rows.at(-1)
    if (!passes || !reading || !last) continue
    reading.left -= rows.length
    reading.last = { startedAt: last.started_at, id: last.id }
    if (reading.left <= 0) return
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
  for (const ways of filters.map(searchTerms)) {
    if (!ways) continue
    const found = await Promise.all(ways.map((way) => db.texts.find(workspaceId, way)))
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
  const ownFilter = query.filter === undefined ? undefined : parseFilter(query.filter)
  const rootFilter = query.traceFilter === undefined ? undefined : parseFilter(query.traceFilter)
  const treeFilter = query.treeFilter === undefined ? undefined : parseFilter(query.treeFilter)
  const text = query.query
    ? ({ op: 'search', field: null, value: query.query } as const)
    : undefined
  const examples = query.referenceExample
  if (!ownFilter && !rootFilter && !treeFilter && !text && !examples) return undefined

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
    if (ownFilter && !matches(ownFilter, run)) return false
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
const MOST = 2_000

/**
 * Returns a condition for traces whose roots may have the required metadata, or undefined if the
 * index cannot narrow the search.
 */
async function tracesByMetadata(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { filter, traceFilter, isRoot }: RunQuery,
): Promise<Narrowing | undefined> {
  const rootFilters = [traceFilter, isRoot === true ? filter : undefined]
  const [required] = rootFilters.flatMap(
    (text) => (text && requiredMetadata(parseFilter(text))) || [],
  )
  if (!required || required.keys.length === 0 || (await isUnread(db, workspaceId))) return undefined
  const found = await db
    .selectFrom('trace_labels')
    .select('trace_id')
    .where('workspace_id', '=', workspaceId)
    .where('key', 'in', [...required.keys.map(metadataLabel), FULL_MARKER])
    .where('value', 'in', [labelValue(required.value), ''])
    .limit(MOST + 1)
    .execute()
  if (found.length > MOST) return undefined
  const ids = [...new Set(found.map((row) => row.trace_id))]
  return db.portable.isOneOf(sql.ref<string>('spans.trace_id'), ids)
}

/** Spans are not indexed by parent, but children are in the trace of their parent. */
export async function tracesByParent(
  { db, workspaceId }: { db: Db; workspaceId: string },
  { trace, parentRun }: RunQuery,
): Promise<Narrowing | undefined> {
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
