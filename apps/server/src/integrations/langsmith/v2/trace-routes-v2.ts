import { toIso } from '@lathe/traces'
import { Router } from 'express'
import * as z from 'zod'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { repeated, Uuid, uuidParam } from '../query-values.ts'
import { PAGE_LIMITS, queryRuns } from '../runs/query-runs.ts'
import { runContext } from '../runs/run-routes.ts'
import { knownDollars } from '../runs/run-stats.ts'
import { answerPages } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

const timeFields = { min_start_time: z.string().nullish(), max_start_time: z.string().nullish() }

const Query = z.object({
  ...timeFields,
  project_id: Uuid,
  trace_ids: repeated(Uuid),
  trace_filter: z.string().nullish(),
  tree_filter: z.string().nullish(),
  selects: repeated(z.string()),
  page_size: z.int().min(1).max(1_000).nullish(),
  cursor: z.string().nullish(),
})

const TraceRunsQuery = z.object({
  ...timeFields,
  filter: z.string().nullish(),
  selects: repeated(z.string()),
})

/** Traces, API v2: a root run with the totals of its tree. */
export function traceRoutesV2(answer: Answer): Router {
  return Router()
    .post('/traces/query', answerPages(answer, query))
    .get('/traces/:id/runs', answer(listRuns))
}

const SUMS = new Set(['TOTAL_TOKENS', 'TOTAL_COST', 'FIRST_TOKEN_TIME'])

async function query(call: Call) {
  const body = parseBody(call, Query)
  const { runs, cursor } = await queryRuns(
    runContext(call),
    {
      session: [body.project_id],
      id: body.trace_ids ?? undefined,
      isRoot: true,
      filter: body.trace_filter || undefined,
      treeFilter: body.tree_filter || undefined,
      startTime: body.min_start_time ?? undefined,
      endTime: body.max_start_time ?? undefined,
      order: 'desc',
      limit: body.page_size ?? 100,
      cursor: body.cursor ?? undefined,
    },
    PAGE_LIMITS,
  )
  const selects = (body.selects ?? []).map((name) => name.toUpperCase())
  const sums = await loadSums(
    call,
    runs.map(({ trace_id: id }) => id),
  )
  const runFields = selects.filter((name) => !SUMS.has(name))
  return {
    items: runs.map((run) => ({
      root_run: toSelected(run, runFields, call.context.url()),
      ...(runFields.length < selects.length && {
        trace_aggregates: sums.get(run.trace_id) ?? null,
      }),
    })),
    next_cursor: cursor,
  }
}

async function loadSums({ context: { db, workspaceId } }: Call, ids: string[]) {
  if (ids.length === 0) return new Map<string, object>()
  const rows = await db
    .selectFrom('traces')
    .select(['id', 'usage_input', 'usage_output', 'cost_nanos', 'unpriced', 'first_token_at'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  return new Map<string, object>(
    rows.map((row) => [
      row.id,
      {
        total_tokens: row.usage_input + row.usage_output,
        total_cost: knownDollars([row]),
        first_token_time: row.first_token_at === null ? null : toIso(row.first_token_at),
      },
    ]),
  )
}

async function listRuns(call: Call) {
  const query = parseQuery(call, TraceRunsQuery)
  const { runs } = await queryRuns(runContext(call), {
    trace: uuidParam(call, 'id'),
    filter: query.filter || undefined,
    startTime: query.min_start_time ?? undefined,
    endTime: query.max_start_time ?? undefined,
    order: 'asc',
    limit: 100_000,
  })
  return { items: runs.map((run) => toSelected(run, query.selects ?? [], call.context.url())) }
}
