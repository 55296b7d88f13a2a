import { Router } from 'express'
import * as z from 'zod'
import { type Answer, parseBody, type Call, parseQuery, textParam } from '../../call.ts'
import { repeated, Uuid } from '../query-values.ts'
import { PAGE_LIMITS, queryRuns } from '../runs/query-runs.ts'
import { runContext } from '../runs/run-routes.ts'
import { groupThreads } from '../threads/group-threads.ts'
import { IsoMicros, readCursor, sortedPlace, toCursor } from '../cursors.ts'
import { answerPages } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

const Query = z.object({
  project_id: Uuid,
  filter: z.string().nullish(),
  trace_filter: z.string().nullish(),
  tree_filter: z.string().nullish(),
  thread_filter: z.string().nullish(),
  min_start_time: z.string().nullish(),
  max_start_time: z.string().nullish(),
  page_size: z.int().min(1).max(1_000).nullish(),
  cursor: z.string().nullish(),
})

const Traces = z.object({
  project_id: Uuid,
  filter: z.string().nullish(),
  selects: repeated(z.string()),
  page_size: z.coerce.number().int().min(1).max(1_000).nullish(),
  cursor: z.string().nullish(),
})

const Stats = z.object({ session_id: Uuid, filter: z.string().nullish() })

/** Threads, API v2. */
export function threadRoutesV2(answer: Answer): Router {
  return Router()
    .post('/threads/query', answerPages(answer, query))
    .get('/threads/:id/traces', answer(listTraces))
    .get('/threads/:id/stats', answer(threadStats))
}

const ThreadPlace = sortedPlace('threads', IsoMicros)

async function query(call: Call) {
  const body = parseBody(call, Query)
  const { hasMore, threads } = await groupThreads(runContext(call), {
    session: body.project_id,
    filter: joinFilters([body.filter, body.trace_filter, body.thread_filter]),
    treeFilter: body.tree_filter || undefined,
    startTime: body.min_start_time ?? undefined,
    endTime: body.max_start_time ?? undefined,
    after: readCursor(body.cursor, ThreadPlace),
    limit: body.page_size ?? 100,
  })
  const last = hasMore ? threads.at(-1) : undefined
  return {
    items: threads.map((thread) => ({
      ...thread,
      trace_id: thread.last_trace_id,
      start_time: thread.max_start_time,
    })),
    next_cursor: last ? toCursor(['threads', last.max_start_time, last.thread_id]) : null,
  }
}

const joinFilters = (filters: (string | null | undefined)[]): string | undefined => {
  const activeFilters = filters.filter((filter) => filter)
  return activeFilters.length > 1
    ? `and(${activeFilters.join(', ')})`
    : (activeFilters[0] ?? undefined)
}

const threadFilter = (call: Call, filter: string | null | undefined) =>
  joinFilters([`eq(thread_id, ${JSON.stringify(textParam(call, 'id'))})`, filter])

async function listTraces(call: Call) {
  const query = parseQuery(call, Traces)
  const { runs, cursor } = await queryRuns(
    runContext(call),
    {
      session: [query.project_id],
      isRoot: true,
      filter: threadFilter(call, query.filter),
      order: 'desc',
      limit: query.page_size ?? 100,
      cursor: query.cursor ?? undefined,
    },
    PAGE_LIMITS,
  )
  const selects = ['TRACE_ID', 'THREAD_ID', ...(query.selects ?? [])]
  return {
    items: runs.map((run) => {
      const { id: _id, ...item } = toSelected(run, selects, call.context.url())
      return selects.includes('LATENCY') ? { ...item, latency: run.latency } : item
    }),
    next_cursor: cursor,
  }
}

async function threadStats(call: Call) {
  const query = parseQuery(call, Stats)
  const { threads } = await groupThreads(runContext(call), {
    session: query.session_id,
    filter: threadFilter(call, query.filter),
    limit: 1,
  })
  const [thread] = threads
  if (!thread) return { turns: 0 }
  return {
    turns: thread.count,
    first_start_time: thread.min_start_time,
    last_start_time: thread.max_start_time,
    latency_p50_seconds: thread.latency_p50,
    latency_p99_seconds: thread.latency_p99,
    prompt_tokens: thread.prompt_tokens,
    completion_tokens: thread.completion_tokens,
    total_tokens: thread.total_tokens,
    total_cost: thread.total_cost,
    feedback_stats: thread.feedback_stats,
  }
}
