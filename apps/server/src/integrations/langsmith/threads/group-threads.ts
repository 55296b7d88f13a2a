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

type ThreadContext = { db: Db; workspaceId: string; baseUrl: string }

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
const MAX_TRACES = 100_000
/** Maximum for filtered queries, which read each run. */
const MAX_FILTERED_TRACES = 10_000
const PREVIEW = 200

/** Lists the threads of a project, last active first, with the totals of their traces. */
export async function groupThreads(context: ThreadContext, query: ThreadQuery) {
  const traces = await listTraces(context, query)
  const threads = [...Map.groupBy(traces, ({ thread_id: id }) => id ?? '')].toSorted((a, b) =>
    compareThreads(threadPosition(a), threadPosition(b)),
  )
  const { after, offset = 0, limit } = query
  const remaining = after
    ? threads.filter((thread) => compareThreads(threadPosition(thread), after) > 0)
    : threads
  const page = remaining.slice(offset, offset + limit)
  const visibleTurns = page.flatMap(([, threadTraces]) => threadTraces)
  const [runs, feedback] = await Promise.all([
    loadEnds(
      context,
      page.map(([, threadTraces]) => threadTraces),
    ),
    readFeedback(
      context,
      visibleTurns.map(({ id }) => id),
    ),
  ])
  return {
    total: threads.length,
    hasMore: remaining.length > offset + limit,
    threads: page.map(([id, threadTraces]) => ({
      ...summary(threadTraces, runs),
      thread_id: id,
      feedback_stats: feedbackStats(threadTraces.flatMap((trace) => feedback.get(trace.id) ?? [])),
    })),
  }
}

type ThreadPlace = readonly [startedAt: number, id: string]

const threadPosition = ([id, [last]]: [string, ThreadTrace[]]): ThreadPlace => [
  last?.started_at ?? 0,
  id,
]

/** Ties in start time are broken by ascending id. */
const compareThreads = ([a, aId]: ThreadPlace, [b, bId]: ThreadPlace) =>
  b - a || (aId < bId ? -1 : Number(aId > bId))

type ThreadTrace = Awaited<ReturnType<typeof listTraces>>[number]

/** Sorted newest first. */
async function listTraces(context: ThreadContext, query: ThreadQuery) {
  const { db, workspaceId } = context
  const { session, startTime, endTime } = query
  let traces = db
    .selectFrom('traces')
    .select(['id', 'root_id', 'thread_id', 'started_at', 'ended_at', 'status', 'error'])
    .select(['usage_input', 'usage_output', 'cost_nanos', 'unpriced'])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', '=', session)
    .where('thread_id', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(MAX_TRACES)
  const [from, untilTime] = [micros('start_time', startTime), micros('end_time', endTime)]
  if (from !== undefined) traces = traces.where('started_at', '>=', from)
  if (untilTime !== undefined) traces = traces.where('started_at', '<=', untilTime)
  const matchingTraceIds = await findMatchingTraces(context, query)
  const rows = await traces.execute()
  return matchingTraceIds ? rows.filter(({ id }) => matchingTraceIds.has(id)) : rows
}

function micros(field: string, value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined
  const time = toTime(value)
  if (time === undefined) throw invalidInput(field, 'is not a time')
  return time
}

async function findMatchingTraces(
  context: ThreadContext,
  query: ThreadQuery,
): Promise<Set<string> | undefined> {
  const { session, filter, treeFilter, startTime, endTime } = query
  if (!filter && !treeFilter) return undefined
  const matchingTraceIds = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await queryRuns(context, {
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
    for (const run of page.runs) matchingTraceIds.add(run.trace_id)
    cursor = page.cursor ?? undefined
  } while (cursor !== undefined && matchingTraceIds.size < MAX_FILTERED_TRACES)
  return matchingTraceIds
}

/** Loads the roots of the first and last trace of each thread. */
async function loadEnds(
  context: ThreadContext,
  threads: ThreadTrace[][],
): Promise<Map<string, WireRun>> {
  const ids = threads.flatMap((threadTraces) =>
    [threadTraces[0], threadTraces.at(-1)].flatMap((trace) => trace?.root_id ?? []),
  )
  if (ids.length === 0) return new Map()
  const rows = await selectRuns(context.db, context.workspaceId)
    .where('spans.id', 'in', ids)
    .execute()
  return new Map((await loadRuns(context, rows)).map((run) => [run.id, run]))
}

async function readFeedback({ db, workspaceId }: ThreadContext, traceIds: string[]) {
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

function summary(threadTraces: ThreadTrace[], runs: Map<string, WireRun>) {
  const [last, first] = [threadTraces[0], threadTraces.at(-1)]
  const latencies = threadTraces.flatMap(({ started_at: start, ended_at: end }) =>
    end === null ? [] : [(end - start) / 1e6],
  )
  const failed = threadTraces.filter(({ status }) => status === 'error')
  const sum = (readValue: (trace: ThreadTrace) => number) =>
    threadTraces.reduce((total, trace) => total + readValue(trace), 0)
  return {
    count: threadTraces.length,
    num_errored_turns: failed.length,
    first_trace_id: first?.id ?? null,
    last_trace_id: last?.id ?? null,
    min_start_time: toIso(first?.started_at ?? 0),
    max_start_time: toIso(last?.started_at ?? 0),
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    prompt_tokens: sum((trace) => trace.usage_input),
    completion_tokens: sum((trace) => trace.usage_output),
    total_tokens: sum((trace) => trace.usage_input + trace.usage_output),
    total_cost: knownDollars(threadTraces),
    first_inputs: preview(runs.get(first?.root_id ?? '')?.inputs),
    last_outputs: preview(runs.get(last?.root_id ?? '')?.outputs),
    last_error: fromJsonOrNull(failed[0]?.error ?? null)?.message ?? null,
  }
}
