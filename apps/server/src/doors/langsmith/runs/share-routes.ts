import { Router } from 'express'
import * as z from 'zod'
import {
  isOfTrace,
  makeShare,
  type SharePlace,
  validShares,
} from '../../../db/spans/trace-shares.ts'
import type { Context } from '../../../http/api.ts'
import { type Answering, bodyOf, type Call, textOf } from '../../call.ts'
import { noSuchRun, noSuchShare } from '../errors.ts'
import { many, Uuid, uuidOf } from '../query-values.ts'
import { loadRuns, selectRuns } from './load-runs.ts'
import { findRun, placeOf, toAnswer } from './run-routes.ts'
import type { WireRun } from './wire-run.ts'

/** Sharing by whoever may read everything. */
export function shareRoutes(answer: Answering): Router {
  const routes = Router()
  routes.put('/runs/:id/share', answer(share))
  routes.get(
    '/runs/:id/share',
    answer(async (call) => {
      const token = await tokenOf(call.context, uuidOf(call, 'id'))
      call.res.json(token === undefined ? null : { share_token: token })
    }),
  )
  routes.delete(
    '/runs/:id/share',
    answer(async (call) => {
      const { db, workspaceId } = call.context
      await db
        .deleteFrom('trace_shares')
        .where('workspace_id', '=', workspaceId)
        .where('span_id', '=', uuidOf(call, 'id'))
        .execute()
      return {}
    }),
  )
  return routes
}

/** What whoever has a token may read. */
export function publicRoutes(answer: Answering): Router {
  const routes = Router()
  routes.get(
    ['/public/:token/run', '/public/:token/run/:id'],
    answer(async (call) => {
      const shared = await sharedBy(call)
      const runs = await sharedRuns(call, shared)
      const isAsked = call.req.params['id'] !== undefined
      const id = isAsked ? uuidOf(call, 'id') : shared.span_id
      const found = runs.find((run) => run.id === id)
      if (found) return toAnswer(found)
      const top = isAsked || !isOfTrace(shared) ? undefined : topOf(runs)
      if (!top) throw noSuchRun(id)
      return toAnswer(top)
    }),
  )
  // As a client asks that forgets the question mark: `runsshare_token=…&id=…`.
  routes.get(
    /^\/public\/(?<token>[^/]+)\/runs(?<asked>share_token=[^/]*)$/,
    answer(async (call) => {
      const ids = new URLSearchParams(textOf(call, 'asked')).getAll('id')
      const runs = await sharedRuns(call, await sharedBy(call))
      return runs.filter(({ id }) => ids.length === 0 || ids.includes(id)).map(toAnswer)
    }),
  )
  routes.post(
    '/public/:token/runs/query',
    answer(async (call) => {
      const { id } = bodyOf(call, z.object({ id: many(Uuid) }))
      const runs = await sharedRuns(call, await sharedBy(call))
      const asked = id ? runs.filter((run) => id.includes(run.id)) : runs
      return { runs: asked.map(toAnswer), cursors: { next: null } }
    }),
  )
  return routes
}

async function share(call: Call) {
  const { id, trace_id: traceId } = await findRun(call, uuidOf(call, 'id'))
  return { share_token: await tokenFor(call, { traceId, spanId: id }) }
}

/** In the second generation a run shares its whole trace. */
export async function shareTrace(call: Call) {
  const { trace_id: traceId } = await findRun(call, uuidOf(call, 'id'))
  const { db, workspaceId } = call.context
  const trace = await db
    .selectFrom('traces')
    .select('root_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', traceId)
    .executeTakeFirst()
  // Its root may not have arrived.
  const spanId = trace?.root_id ?? traceId
  return { share_token: await tokenFor(call, { traceId, spanId }) }
}

async function tokenFor(
  { context: { db, workspaceId } }: Call,
  of: Omit<SharePlace, 'workspaceId'>,
) {
  return (await makeShare(db, { workspaceId, ...of })).token
}

async function tokenOf({ db, workspaceId }: Context, spanId: string): Promise<string | undefined> {
  const row = await validShares(db)
    .where('workspace_id', '=', workspaceId)
    .where('span_id', '=', spanId)
    .executeTakeFirst()
  return row?.token
}

export async function sharedBy(call: Call) {
  const token = textOf(call, 'token')
  const row = await validShares(call.context.db).where('token', '=', token).executeTakeFirst()
  if (!row) throw noSuchShare()
  return row
}

const topOf = (runs: readonly WireRun[]): WireRun | undefined =>
  runs.find((run) => run.parent_run_id === null) ?? runs[0]

/** The shared run and all below it. */
export async function sharedRuns(
  call: Call,
  shared: { workspace_id: string; trace_id: string; span_id: string },
) {
  const place = placeOf(call)
  const rows = await selectRuns(place.db, shared.workspace_id)
    .where('spans.trace_id', '=', shared.trace_id)
    .orderBy('spans.started_at')
    .execute()
  const runs = await loadRuns({ ...place, workspaceId: shared.workspace_id }, rows)
  if (isOfTrace(shared)) return runs
  return runs.filter(
    ({ id, parent_run_ids }) => id === shared.span_id || parent_run_ids.includes(shared.span_id),
  )
}
