import type { SpanKind } from '@lathe/contract'
import { toMicros } from '@lathe/traces'
import type { Queries } from '../../../db/db.ts'
import { invalidInput } from '../../../http/errors.ts'
import { matches } from '../filter/match-filter.ts'
import { type Filter, parseFilter } from '../filter/parse-filter.ts'
import { loadRuns, type RunRow, selectRuns } from './load-runs.ts'
import type { WireRun } from './wire-run.ts'

export type RunQuery = {
  session?: string[] | undefined
  id?: string[] | undefined
  trace?: string | undefined
  parentRun?: string | undefined
  runType?: string | undefined
  isRoot?: boolean | undefined
  error?: boolean | undefined
  startTime?: string | number | undefined
  endTime?: string | number | undefined
  query?: string | undefined
  filter?: string | undefined
  traceFilter?: string | undefined
  treeFilter?: string | undefined
  referenceExample?: string[] | undefined
  order: 'asc' | 'desc'
  limit: number
  cursor?: string | undefined
}

type Context = { db: Queries; workspaceId: string; baseUrl: string }

/** Rows read at once while looking for those that pass. */
const STRETCH = 200

/** The runs that pass, and where the next page begins. What SQL cannot test is tested on the whole run. */
export async function queryRuns(
  context: Context,
  query: RunQuery,
): Promise<{ runs: WireRun[]; cursor: string | null }> {
  const passes = await testsOf(context, query)
  const found: WireRun[] = []
  let cursor = query.cursor === undefined ? undefined : readCursor(query.cursor)
  while (true) {
    const size = passes ? STRETCH : query.limit + 1
    const rows: RunRow[] = await stretchOf(context, query, cursor).limit(size).execute()
    for (const run of await loadRuns(context, rows)) {
      if (passes && !(await passes(run))) continue
      if (found.length === query.limit) return { runs: found, cursor: cursorAt(found.at(-1)) }
      found.push(run)
    }
    const last = rows.at(-1)
    if (rows.length < size || !last) return { runs: found, cursor: null }
    cursor = { startedAt: last.started_at, id: last.id }
  }
}

function stretchOf(
  { db, workspaceId }: Context,
  query: RunQuery,
  after: { startedAt: number; id: string } | undefined,
) {
  const { order } = query
  let rows = selectRuns(db, workspaceId)
    .orderBy('spans.started_at', order)
    .orderBy('spans.id', order)
  if (query.id) rows = rows.where('spans.id', 'in', query.id)
  if (query.session?.length) rows = rows.where('traces.project_id', 'in', query.session)
  if (query.trace) rows = rows.where('spans.trace_id', '=', query.trace)
  if (query.parentRun) rows = rows.where('spans.parent_id', '=', query.parentRun)
  if (query.runType) rows = rows.where('spans.kind', 'in', kindsOf(query.runType))
  if (query.isRoot !== undefined)
    rows = rows.where('spans.parent_id', query.isRoot ? 'is' : 'is not', null)
  if (query.error !== undefined)
    rows = rows.where('spans.error', query.error ? 'is not' : 'is', null)
  const thread = query.filter === undefined ? undefined : threadOf(parseFilter(query.filter))
  if (thread !== undefined) rows = rows.where('traces.thread_id', '=', thread)
  const [from, until] = [timeOf('start_time', query.startTime), timeOf('end_time', query.endTime)]
  if (from !== undefined) rows = rows.where('spans.started_at', '>=', from)
  if (until !== undefined) rows = rows.where('spans.started_at', '<=', until)
  if (after)
    rows = rows.where((eb) =>
      eb(
        eb.refTuple('spans.started_at', 'spans.id'),
        order === 'desc' ? '<' : '>',
        eb.tuple(after.startedAt, after.id),
      ),
    )
  return rows
}

const kindsOf = (runType: string): SpanKind[] => {
  const type = runType.toLowerCase()
  if (type === 'chain') return ['chain', 'agent']
  if (type === 'llm') return ['model']
  const kinds: SpanKind[] = ['tool', 'retriever', 'embedding', 'prompt', 'parser']
  return kinds.filter((kind) => kind === type)
}

/** The conversation every run of a filter is in. */
function threadOf(filter: Filter): string | undefined {
  if (filter.op === 'and') return filter.of.map(threadOf).find((thread) => thread !== undefined)
  const isThread = filter.op === 'eq' && filter.field === 'thread_id'
  return isThread && typeof filter.value === 'string' ? filter.value : undefined
}

function timeOf(field: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined
  const micros = toMicros(value)
  if (micros === undefined) throw invalidInput(field, 'is no time')
  return micros
}

/** What is left to test on a run; undefined when SQL tested everything. */
async function testsOf(context: Context, query: RunQuery) {
  const own = query.filter === undefined ? undefined : parseFilter(query.filter)
  const ofRoot = query.traceFilter === undefined ? undefined : parseFilter(query.traceFilter)
  const ofAny = query.treeFilter === undefined ? undefined : parseFilter(query.treeFilter)
  const text = query.query
    ? ({ op: 'search', field: null, value: query.query } as const)
    : undefined
  const examples = query.referenceExample
  if (!own && !ofRoot && !ofAny && !text && !examples) return undefined

  const trees = new Map<string, Promise<WireRun[]>>()
  const treeOf = (traceId: string) => {
    const known = trees.get(traceId)
    if (known) return known
    const loading = loadTree(context, traceId)
    trees.set(traceId, loading)
    return loading
  }
  return async (run: WireRun): Promise<boolean> => {
    if (own && !matches(own, run)) return false
    if (text && !matches(text, run)) return false
    if (examples && !examples.some((id) => id === run.reference_example_id)) return false
    if (!ofRoot && !ofAny) return true
    const tree = await treeOf(run.trace_id)
    if (ofAny && !tree.some((one) => matches(ofAny, one))) return false
    return !ofRoot || tree.some((one) => one.parent_run_id === null && matches(ofRoot, one))
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
  run ? Buffer.from(JSON.stringify([run.start_time, run.id])).toString('base64url') : null

function readCursor(text: string): { startedAt: number; id: string } {
  try {
    const [time, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const startedAt = toMicros(time)
    if (startedAt !== undefined && typeof id === 'string') return { startedAt, id }
  } catch {
    // Told below.
  }
  throw invalidInput('cursor', 'is none of this server')
}
