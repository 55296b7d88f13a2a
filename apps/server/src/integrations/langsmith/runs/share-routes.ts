import { Router } from 'express'
import * as z from 'zod'
import {
  deleteShares,
  isTraceShare,
  createShare,
  type SharedSpan,
  selectValidShares,
} from '../../../traces/store/trace-shares.ts'
import type { Context } from '../../../api/context.ts'
import { type Answer, parseBody, type Call, textParam } from '../../call.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import { noSuchRun, noSuchShare } from '../errors.ts'
import { repeated, Uuid, uuidParam } from '../query-values.ts'
import { loadRuns, type RunRow, selectRuns } from './load-runs.ts'
import { findRun, runContext, toAnswer } from './run-routes.ts'
import type { WireRun } from './wire-run.ts'

/** Endpoints of authenticated users for sharing runs. */
export function shareRoutes(answer: Answer): Router {
  const routes = Router()
  routes.put('/runs/:id/share', answer(share))
  routes.get(
    '/runs/:id/share',
    answer(async (call) => {
      const token = await findToken(call.context, uuidParam(call, 'id'))
      call.res.json(token === undefined ? null : { share_token: token })
    }),
  )
  routes.delete(
    '/runs/:id/share',
    answer(async (call) => {
      const { db, workspaceId } = call.context
      await deleteShares(db, workspaceId, ['span_id', uuidParam(call, 'id')])
      return {}
    }),
  )
  return routes
}

/** Endpoints for holders of a share token. */
export function publicRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get(
    ['/public/:token/run', '/public/:token/run/:id'],
    answer(async (call) => {
      const openedShare = await sharedBy(call)
      const hasRunId = call.req.params['id'] !== undefined
      return toAnswer(
        await sharedRun(call, openedShare, hasRunId ? uuidParam(call, 'id') : undefined),
      )
    }),
  )
  // One client forgets the question mark: `runsshare_token=…&id=…`.
  routes.get(
    /^\/public\/(?<token>[^/]+)\/runs(?<asked>share_token=[^/]*)$/,
    answer(async (call) => {
      const ids = new URLSearchParams(textParam(call, 'asked')).getAll('id')
      const runs = await sharedRuns(call, await sharedBy(call), ids.length === 0 ? undefined : ids)
      return runs.map(toAnswer)
    }),
  )
  routes.post(
    '/public/:token/runs/query',
    answer(async (call) => {
      const { id } = parseBody(call, z.object({ id: repeated(Uuid) }))
      const runs = await sharedRuns(call, await sharedBy(call), id ?? undefined)
      return { runs: runs.map(toAnswer), cursors: { next: null } }
    }),
  )
  return routes
}

async function share(call: Call) {
  const { id, trace_id: traceId } = await findRun(call, uuidParam(call, 'id'))
  return { share_token: await tokenFor(call, { traceId, spanId: id }) }
}

/** In API v2, sharing a run shares its whole trace. */
export async function shareTrace(call: Call) {
  const { trace_id: traceId } = await findRun(call, uuidParam(call, 'id'))
  const { db, workspaceId } = call.context
  const trace = await db
    .selectFrom('traces')
    .select('root_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', traceId)
    .executeTakeFirst()
  // The root may not have arrived yet.
  const spanId = trace?.root_id ?? traceId
  return { share_token: await tokenFor(call, { traceId, spanId }) }
}

async function tokenFor(
  { context: { db, workspaceId } }: Call,
  sharedSpan: Omit<SharedSpan, 'workspaceId'>,
) {
  return (await createShare(db, { workspaceId, ...sharedSpan })).token
}

async function findToken(
  { db, workspaceId }: Context,
  spanId: string,
): Promise<string | undefined> {
  const row = await selectValidShares(db)
    .where('workspace_id', '=', workspaceId)
    .where('span_id', '=', spanId)
    .orderBy('trace_id')
    .executeTakeFirst()
  return row?.token
}

export async function sharedBy(call: Call) {
  const token = textParam(call, 'token')
  const row = await selectValidShares(call.context.db).where('token', '=', token).executeTakeFirst()
  if (!row) throw noSuchShare()
  return row
}

type Share = Awaited<ReturnType<typeof sharedBy>>

/** Maximum number of runs per response. More would not fit in memory with their payloads. */
const MAX_RUNS = 10_000

/** Lists the shared run and its descendants, or the requested ones among them. */
export async function sharedRuns(
  call: Call,
  openedShare: Share,
  runIds?: readonly string[],
): Promise<WireRun[]> {
  const rows = await sharedRows(call, openedShare)
  const ids = runIds && new Set(runIds)
  const selectedRows = ids ? rows.filter(({ id }) => ids.has(id)) : rows
  if (selectedRows.length > MAX_RUNS)
    throw invalidInput(
      'id',
      `the share has ${selectedRows.length} runs, too many for one response: request them by id`,
    )
  const target = { ...runContext(call), workspaceId: openedShare.workspace_id }
  const runs = await loadRuns(target, selectedRows, rows)
  return runs.map((run) => withoutOtherLinks(run, openedShare))
}

/** Returns the requested run, or the shared one. */
export async function sharedRun(call: Call, openedShare: Share, runId?: string): Promise<WireRun> {
  const rows = await sharedRows(call, openedShare)
  const id = runId ?? openedShare.span_id
  const found =
    rows.find((row) => row.id === id) ??
    // The root of the trace may have another id or may not have arrived yet.
    (runId === undefined && isTraceShare(openedShare)
      ? (rows.find((row) => row.parent_id === null) ?? rows[0])
      : undefined)
  if (!found) throw noSuchRun(id)
  const target = { ...runContext(call), workspaceId: openedShare.workspace_id }
  const [run] = await loadRuns(target, [found], rows)
  if (!run) throw noSuchRun(id)
  return withoutOtherLinks(run, openedShare)
}

/** Share links of descendants may outlive the given one. */
const withoutOtherLinks = (run: WireRun, { token }: Share): WireRun => ({
  ...run,
  share_token: run.share_token === token ? token : null,
})

async function sharedRows(call: Call, openedShare: Share): Promise<RunRow[]> {
  const rows: RunRow[] = await selectRuns(runContext(call).db, openedShare.workspace_id)
    .where('spans.trace_id', '=', openedShare.trace_id)
    .orderBy('spans.started_at')
    .execute()
  if (isTraceShare(openedShare)) return rows
  const visibleIds = descendantIds(rows, openedShare.span_id)
  return rows.filter(({ id }) => visibleIds.has(id))
}

/** Includes the top span. */
function descendantIds(rows: readonly RunRow[], rootId: string): ReadonlySet<string> {
  const children = Map.groupBy(rows, (row) => row.parent_id)
  const visibleIds = new Set<string>([rootId])
  for (const id of visibleIds) for (const child of children.get(id) ?? []) visibleIds.add(child.id)
  return visibleIds
}
