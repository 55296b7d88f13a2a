import { toIso } from '@lathe/traces'
import type { Db } from '../../../platform/db/db.ts'
import { fromJsonOrNull } from '../../../platform/db/json.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { toWireFeedback } from '../feedback/wire-feedback.ts'
import { toTime } from '../filter/match-filter.ts'
import { loadRuns, selectRuns } from '../runs/load-runs.ts'
import { queryRuns } from '../runs/query-runs.ts'
import { knownDollars, percentile } from '../runs/run-stats.ts'
import { feedbackStats } from '../feedback/feedback-stats.ts'
import type { WireRun } from '../runs/wire-run.ts'

type Place = { db: Db; workspaceId: string; baseUrl: string }

export type ThreadQuery = {
  session: string
  /** Filters on the roots. */
  filter?: string | undefined
  treeFilter?: string | undefined
  startTime?: string | number | undefined
  endTime?: string | number | undefined
  /** Cursor: start time of the thread's last trace, in microseconds, and its id. */
  after?: ThreadPlace | undefined
  offset?: number
  limit: number
}

/** Maximum number of traces read, newest first. */
const MOST = 100_000
/** Maximum for filtered queries, which read each run. */
const MOST_FILTERED = 10_000
const PREVIEW = 200

/** Lists the threads of a project, last active first, with the totals of their traces. */
export async function groupThreads(place: Place, query: ThreadQuery) {
  const traces = await listTraces(place, query)
  const threads = [...Map.groupBy(traces, ({ thread_id: id }) => id ?? '')].toSorted((a, b) =>
    compareThreads(threadPosition(a), threadPosition(b)),
  )
  const { after, offset = 0, limit } = query
  const left = after
    ? threads.filter((thread) => compareThreads(threadPosition(thread), after) > 0)
    : threads
  const page = left.slice(offset, offset + limit)
  const visibleTurns = page.flatMap(([, turns]) => turns)
  const [runs, feedback] = await Promise.all([
    loadEnds(
      place,
      page.map(([, turns]) => turns),
    ),
    readFeedback(
      place,
      visibleTurns.map(({ id }) => id),
    ),
  ])
  return {
    total: threads.length,
    hasMore: left.length > offset + limit,
    threads: page.map(([id, turns]) => ({
      ...summary(turns, runs),
      thread_id: id,
      feedback_stats: feedbackStats(turns.flatMap((turn) => feedback.get(turn.id) ?? [])),
    })),
  }
}

type ThreadPlace = readonly [startedAt: number, id: string]

const threadPosition = ([id, [last]]: [string, Turn[]]): ThreadPlace => [last?.started_at ?? 0, id]

/** Ties in start time are broken by ascending id. */
const compareThreads = ([a, aId]: ThreadPlace, [b, bId]: ThreadPlace) =>
  b - a || (aId < bId ? -1 : Number(aId > bId))

type Turn = Awaited<ReturnType<typeof listTraces>>[number]

/** Sorted newest first. */
async function listTraces(place: Place, query: ThreadQuery) {
  const { db, workspaceId } = place
  const { session, startTime, endTime } = query
  let traces = db
    .selectFrom('traces')
    .select(['id', 'root_id', 'thread_id', 'started_at', 'ended_at', 'status', 'error'])
    .select(['usage_input', 'usage_output', 'cost_nanos', 'unpriced'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', session)
    .where('thread_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(MOST)
  const [from, untilTime] = [micros('start_time', startTime), micros('end_time', endTime)]
  if (from !== undefined) traces = traces.where('started_at', '>=', from)
  if (untilTime !== undefined) traces = traces.where('started_at', '<=', untilTime)
  const passing = await passingTraces(place, query)
  const rows = await traces.execute()
  return passing ? rows.filter(({ id }) => passing.has(id)) : rows
}

function micros(field: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined
  const time = toTime(value)
  if (time === undefined) throw invalidInput(field, 'is not a time')
  return time
}

async function passingTraces(place: Place, query: ThreadQuery): Promise<Set<string> | undefined> {
  const { session, filter, treeFilter, startTime, endTime } = query
  if (!filter && !treeFilter) return undefined
  const passing = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await queryRuns(place, {
      session: [session],
      isRoot: true,
      filter,
      treeFilter,
      startTime,
      endTime,
      order: 'desc',
      limit: 200,
      cursor,
    })
    for (const run of page.runs) passing.add(run.trace_id)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && passing.size < MOST_FILTERED)
  return passing
}

/** Loads the roots of the first and last trace of each thread. */
async function loadEnds(place: Place, threads: Turn[][]): Promise<Map<string, WireRun>> {
  const ids = threads.flatMap((turns) =>
    [turns[0], turns.at(-1)].flatMap((turn) => turn?.root_id ?? []),
  )
  if (ids.length === 0) return new Map()
  const rows = await selectRuns(place.db, place.workspaceId).where('spans.id', 'in', ids).execute()
  return new Map((await loadRuns(place, rows)).map((run) => [run.id, run]))
}

async function readFeedback({ db, workspaceId }: Place, traceIds: string[]) {
  if (traceIds.length === 0) return new Map<string | null, ReturnType<typeof toWireFeedback>[]>()
  const rows = await db
    .selectFrom('feedback')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', traceIds)
    .execute()
  return Map.groupBy(rows.map(toWireFeedback), ({ trace_id: id }) => id)
}

const preview = (value: unknown) =>
  value === null || value === undefined ? null : JSON.stringify(value).slice(0, PREVIEW)

function summary(turns: Turn[], runs: Map<string, WireRun>) {
  const [last, first] = [turns[0], turns.at(-1)]
  const latencies = turns.flatMap(({ started_at: start, ended_at: end }) =>
    end === null ? [] : [(end - start) / 1e6],
  )
  const failed = turns.filter(({ status }) => status === 'error')
  const sum = (of: (turn: Turn) => number) => turns.reduce((total, turn) => total + of(turn), 0)
  return {
    count: turns.length,
    num_errored_turns: failed.length,
    first_trace_id: first?.id ?? null,
    last_trace_id: last?.id ?? null,
    min_start_time: toIso(first?.started_at ?? 0),
    max_start_time: toIso(last?.started_at ?? 0),
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    prompt_tokens: sum((turn) => turn.usage_input),
    completion_tokens: sum((turn) => turn.usage_output),
    total_tokens: sum((turn) => turn.usage_input + turn.usage_output),
    total_cost: knownDollars(turns),
    first_inputs: preview(runs.get(first?.root_id ?? '')?.inputs),
    last_outputs: preview(runs.get(last?.root_id ?? '')?.outputs),
    last_error: fromJsonOrNull(failed[0]?.error ?? null)?.message ?? null,
  }
}
