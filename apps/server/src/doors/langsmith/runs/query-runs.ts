import { toMicros } from '@lathe/traces'
import type { Queries } from '../../../db/db.ts'
import { invalidInput } from '../../../http/errors.ts'
import { rootsIn } from '../filter/filter-conditions.ts'
import { matches } from '../filter/match-filter.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import { loadRuns, selectRuns } from './load-runs.ts'
import { type After, readStretches } from './read-stretch.ts'
import type { RunQuery } from './run-query.ts'
import type { WireRun } from './wire-run.ts'

type Context = { db: Queries; workspaceId: string; baseUrl: string }

/** Rows read at once while looking for those that pass. */
const STRETCH = 200

/** The runs that pass, and where the next page begins. */
export async function queryRuns(
  context: Context,
  query: RunQuery,
): Promise<{ runs: WireRun[]; cursor: string | null }> {
  const found: WireRun[] = []
  for await (const run of passingRuns(context, query)) {
    if (found.length === query.limit) return { runs: found, cursor: cursorAt(found.at(-1)) }
    found.push(run)
  }
  return { runs: found, cursor: null }
}

/** All that pass, in order, though no more than a page may be asked for. What SQL cannot test is tested on the whole run. */
export async function* passingRuns(context: Context, asked: RunQuery): AsyncGenerator<WireRun> {
  const own = asked.filter === undefined ? undefined : parseFilter(asked.filter)
  const query = { ...asked, isRoot: asked.isRoot ?? (own && rootsIn(own)) }
  const passes = await testsOf(context, query)
  const after = query.cursor === undefined ? undefined : readCursor(query.cursor)
  const size = passes ? STRETCH : Math.min(query.limit + 1, STRETCH)
  for await (const rows of readStretches(context, { query, after, size }))
    for (const run of await loadRuns(context, rows)) if (!passes || (await passes(run))) yield run
}

/** Whole traces kept at once: runs of one stand near one another. */
const TREES = 100

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
    if (trees.size === TREES) trees.clear()
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

function readCursor(text: string): After {
  try {
    const [time, id]: unknown[] = JSON.parse(Buffer.from(text, 'base64url').toString())
    const startedAt = toMicros(time)
    if (startedAt !== undefined && typeof id === 'string') return { startedAt, id }
  } catch {
    // Told below.
  }
  throw invalidInput('cursor', 'is none of this server')
}
