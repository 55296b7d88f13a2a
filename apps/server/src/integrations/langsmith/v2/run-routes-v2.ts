import { Router } from 'express'
import * as z from 'zod'
import { deleteShares } from '../../../traces/store/trace-shares.ts'
import { type Answer, parseBody, type Call, parseQuery } from '../../call.ts'
import { Bool, repeated, Uuid, uuidParam } from '../query-values.ts'
import { PAGE_LIMITS, queryRuns } from '../runs/query-runs.ts'
import { findRun, runContext } from '../runs/run-routes.ts'
import { shareTrace } from '../runs/share-routes.ts'
import { answerPages } from './pages.ts'
import { toSelected } from './wire-run-v2.ts'

const Query = z.object({
  project_ids: repeated(Uuid),
  ids: repeated(Uuid),
  trace_id: Uuid.nullish(),
  run_type: z.string().nullish(),
  is_root: Bool.nullish(),
  has_error: Bool.nullish(),
  filter: z.string().nullish(),
  trace_filter: z.string().nullish(),
  tree_filter: z.string().nullish(),
  reference_examples: repeated(Uuid),
  min_start_time: z.string().nullish(),
  max_start_time: z.string().nullish(),
  selects: repeated(z.string()),
  page_size: z.int().min(1).max(1_000).nullish(),
  cursor: z.string().nullish(),
})

const Selects = z.object({ selects: repeated(z.string()) })

/** Runs, API v2. */
export function runRoutesV2(answer: Answer): Router {
  const routes = Router()
  routes.post('/runs/query', answerPages(answer, query))
  routes.get(
    '/runs/:id',
    answer(async (call) => {
      const run = await findRun(call, uuidParam(call, 'id'))
      return toSelected(run, parseQuery(call, Selects).selects ?? [], getOrigin(call))
    }),
  )
  routes.get(
    '/runs/:id/url',
    answer(async (call) => {
      const run = await findRun(call, uuidParam(call, 'id'))
      return { url: `${getOrigin(call)}${run.app_path}` }
    }),
  )
  routes.post('/runs/:id/share', answer(shareTrace))
  routes.delete(
    '/runs/:id/share',
    answer(async (call) => {
      const { db, workspaceId } = call.context
      await deleteShares(db, workspaceId, ['trace_id', uuidParam(call, 'id')])
    }),
  )
  return routes
}

const getOrigin = (call: Call) => call.context.url()

async function query(call: Call) {
  const body = parseBody(call, Query)
  const { runs, cursor } = await queryRuns(
    runContext(call),
    {
      session: body.project_ids ?? undefined,
      id: body.ids ?? undefined,
      trace: body.trace_id ?? undefined,
      runType: body.run_type ?? undefined,
      isRoot: body.is_root ?? undefined,
      error: body.has_error ?? undefined,
      filter: body.filter || undefined,
      traceFilter: body.trace_filter || undefined,
      treeFilter: body.tree_filter || undefined,
      referenceExample: body.reference_examples ?? undefined,
      startTime: body.min_start_time ?? undefined,
      endTime: body.max_start_time ?? undefined,
      order: 'desc',
      limit: body.page_size ?? 100,
      cursor: body.cursor ?? undefined,
    },
    PAGE_LIMITS,
  )
  const selects = body.selects ?? []
  return {
    items: runs.map((run) => toSelected(run, selects, getOrigin(call))),
    next_cursor: cursor,
  }
}
