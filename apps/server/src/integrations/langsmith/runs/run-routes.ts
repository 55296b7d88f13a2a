import { Router } from 'express'
import * as z from 'zod'
import type { Context } from '../../../api/context.ts'
import { type Answer, parseBody, type Call, textParam } from '../../call.ts'
import { sendAttachmentFile } from '../attachment-file.ts'
import { apiBaseUrl } from '../base-url.ts'
import { noSuchRun } from '../errors.ts'
import { repeated, Uuid, uuidParam } from '../query-values.ts'
import { loadRuns, selectRuns } from './load-runs.ts'
import { PAGE_LIMITS, passingRuns, queryRuns } from './query-runs.ts'
import type { RunQuery } from './run-query.ts'
import { groupRuns, runStats } from './run-stats.ts'
import type { WireRun } from './wire-run.ts'

const time = z.union([z.string(), z.number()]).nullish()

export const QueryBody = z.object({
  session: repeated(Uuid),
  id: repeated(Uuid),
  trace: Uuid.nullish(),
  parent_run: Uuid.nullish(),
  run_type: z.string().nullish(),
  is_root: z.boolean().nullish(),
  execution_order: z.int().nullish(),
  error: z.boolean().nullish(),
  start_time: time,
  end_time: time,
  query: z.string().nullish(),
  filter: z.string().nullish(),
  trace_filter: z.string().nullish(),
  tree_filter: z.string().nullish(),
  reference_example: repeated(Uuid),
  order: z.enum(['asc', 'desc']).nullish(),
  limit: z.int().min(1).max(1_000).nullish(),
  cursor: z.string().nullish(),
})

const StatsBody = QueryBody.extend({
  group_by: z
    .object({ attribute: z.string(), path: z.string().nullish(), max_groups: z.int().nullish() })
    .nullish(),
})

/** Maximum number of runs in statistics. */
const MAX_RUNS = 100_000

export function runRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post(
    '/runs/query',
    answer(async (call) => {
      const { runs, cursor } = await queryRuns(
        runContext(call),
        toQuery(parseBody(call, QueryBody)),
        PAGE_LIMITS,
      )
      return { runs: runs.map(toAnswer), cursors: { next: cursor } }
    }),
  )
  routes.post('/runs/stats', answer(stats))
  routes.get(
    '/runs/:id',
    answer(async (call) => toAnswer(await findRun(call, uuidParam(call, 'id')))),
  )
  routes.get('/attachments/:traceId/:id/:name', answer(sendAttachment))
  return routes
}

export const runContext = ({ context, req }: Call) => ({
  db: context.db,
  workspaceId: context.workspaceId,
  baseUrl: apiBaseUrl({ req }),
})

export function toQuery(body: z.infer<typeof QueryBody>): RunQuery {
  return {
    session: body.session ?? undefined,
    id: body.id ?? undefined,
    trace: body.trace ?? undefined,
    parentRun: body.parent_run ?? undefined,
    runType: body.run_type ?? undefined,
    isRoot: body.is_root ?? (body.execution_order === 1 ? true : undefined),
    error: body.error ?? undefined,
    startTime: body.start_time ?? undefined,
    endTime: body.end_time ?? undefined,
    query: body.query ?? undefined,
    filter: body.filter || undefined,
    traceFilter: body.trace_filter || undefined,
    treeFilter: body.tree_filter || undefined,
    referenceExample: body.reference_example ?? undefined,
    order: body.order ?? 'desc',
    limit: Math.min(body.limit ?? 100, 100),
    cursor: body.cursor ?? undefined,
  }
}

/** Feedback is a separate resource of the API. */
export const toAnswer = ({ feedback: _feedback, ...run }: WireRun) => run

export async function findRun(call: Call, id: string): Promise<WireRun> {
  const target = runContext(call)
  const rows = await selectRuns(target.db, target.workspaceId)
    .where('spans.id', '=', id)
    .orderBy('spans.trace_id')
    .execute()
  const [run] = await loadRuns(target, rows.slice(0, 1))
  if (!run) throw noSuchRun(id)
  return run
}

async function stats(call: Call) {
  const body = parseBody(call, StatsBody)
  const runs: WireRun[] = []
  for await (const run of passingRuns(runContext(call), { ...toQuery(body), limit: MAX_RUNS })) {
    if (runs.push(run) === MAX_RUNS) break
  }
  return body.group_by ? groupRuns(runs, body.group_by) : runStats(runs)
}

async function sendAttachment(call: Call) {
  const { db, workspaceId }: Context = call.context
  const row = await db
    .selectFrom('attachments')
    .select(['mime_type', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', uuidParam(call, 'traceId'))
    .where('span_id', '=', uuidParam(call, 'id'))
    .where('name', '=', textParam(call, 'name'))
    .executeTakeFirst()
  if (!row) throw noSuchRun(`with the attachment ${textParam(call, 'name')}`)
  sendAttachmentFile(call.res, row)
}
