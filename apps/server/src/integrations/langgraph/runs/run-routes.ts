import { isEnded } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import { deleteRun } from '../../../runs/api/delete-run.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { selectFields } from '../assistants/search.ts'
import {
  type Answer,
  parseBody,
  type Call,
  disconnectSignal,
  idParam,
  parseQuery,
} from '../../call.ts'
import { noSuchRun } from '../errors.ts'
import { getThread } from '../threads/get-thread.ts'
import { fromWireRunStatus } from '../wire/status.ts'
import { cancelOne, stopRun } from './cancel-run.ts'
import { loadRunFacts } from './follow-run.ts'
import { StreamModes } from './run-body.ts'
import { joinThread } from './join-thread.ts'
import { findRunRecord, listRunRecords, type RunRecord, toWireRun } from './run-row.ts'
import { sendRun } from './stream-run.ts'
import { waitForRun } from './wait-run.ts'

const Flag = z
  .enum(['0', '1', 'true', 'false'])
  .transform((text) => text === '1' || text === 'true')
const Action = z.enum(['interrupt', 'rollback'])

const Page = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(10),
  offset: z.coerce.number().int().nonnegative().default(0),
  status: z.string().optional(),
  select: z.union([z.array(z.string()), z.string().transform((field) => [field])]).optional(),
})

export function runRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/runs/cancel', answer(cancelMany))
  routes.get('/threads/:id/runs', answer(list))
  routes.get(
    '/threads/:id/runs/:run',
    answer(async (call) => toWireRun(await getRun(call))),
  )
  routes.delete('/threads/:id/runs/:run', answer(remove))
  routes.post('/threads/:id/runs/:run/cancel', answer(cancel))
  routes.get('/threads/:id/runs/:run/join', answer(join))
  routes.get('/threads/:id/runs/:run/stream', answer(joinStream))
  routes.get('/runs/:run/stream', answer(joinStream))
  routes.get('/threads/:id/stream', answer(joinThread))
  return routes
}

async function getRun(call: Call): Promise<RunRecord> {
  const { db, workspaceId } = call.context
  const threadId = call.req.params['id'] === undefined ? null : idParam(call, 'id')
  const id = idParam(call, 'run')
  const run = await findRunRecord(db, workspaceId, threadId, id)
  if (!run) throw noSuchRun(id)
  return run
}

async function list(call: Call) {
  const { db, workspaceId } = call.context
  const { limit, offset, status, select } = parseQuery(call, Page)
  const { id } = await getThread(call)
  const statuses = status === undefined ? undefined : fromWireRunStatus(status)
  const runs = await listRunRecords(db, workspaceId, id, { limit, offset, statuses })
  return runs.map((run) => selectFields(toWireRun(run), select))
}

async function cancel(call: Call) {
  const query = parseQuery(call, z.object({ wait: Flag.optional(), action: Action.optional() }))
  const run = await getRun(call)
  if (isEnded(run.status)) throw refusal(409, 'CONFLICT', 'The run has already ended')
  await stopRun(call.context, run.id, {
    action: query.action ?? 'interrupt',
    waits: query.wait ?? false,
  })
}

async function cancelMany(call: Call) {
  const { db, workspaceId } = call.context
  const query = parseQuery(call, z.object({ action: Action.optional() }))
  const body = parseBody(call, CancelMany)
  const threadId = body.thread_id ?? null
  const statuses = FILTERS[body.status ?? 'all']
  const live = await listRunRecords(db, workspaceId, threadId, {
    limit: 1_000,
    offset: 0,
    statuses,
  })
  const ids = body.run_ids
  const selectedRuns = live.filter(({ id }) => ids == null || ids.includes(id))
  const options = { action: query.action ?? 'interrupt', waits: false } as const
  await Promise.all(selectedRuns.map(({ id }) => stopRun(call.context, id, options)))
}

const CancelMany = z
  .object({
    thread_id: z.uuid().nullish(),
    run_ids: z.array(z.uuid()).max(1_000).nullish(),
    status: z.enum(['pending', 'running', 'all']).nullish(),
  })
  .refine((body) => body.run_ids != null || body.status != null, {
    path: ['run_ids'],
    error: 'is missing: send run ids or a `status`',
  })

const FILTERS = {
  pending: ['pending'],
  running: ['running'],
  all: ['pending', 'running', 'interrupted'],
} as const satisfies Record<string, RunRecord['status'][]>

async function remove(call: Call) {
  const run = await getRun(call)
  if (!isEnded(run.status)) throw refusal(409, 'CONFLICT', 'The run has not ended: cancel it first')
  await deleteRun(call.context.db, call.context.workspaceId, run.id)
}

const DEFAULT_STREAM_MODES = ['values', 'updates', 'messages-tuple', 'custom'] as const

const JoinQuery = z.object({
  cancel_on_disconnect: Flag.optional(),
  stream_mode: StreamModes.optional(),
})

async function join(call: Call) {
  const { context, res } = call
  const query = parseQuery(call, JoinQuery)
  const run = await getRun(call)
  const signal = disconnectSignal(res)
  if (query.cancel_on_disconnect) {
    signal.addEventListener('abort', () => {
      if (!res.writableFinished) void cancelOne(context, run.id)
    })
  }
  return waitForRun(context, await loadRunFacts(context, run), { after: 0, signal })
}

async function joinStream(call: Call) {
  const query = parseQuery(call, JoinQuery)
  const run = await getRun(call)
  await sendRun(call, await loadRunFacts(call.context, run), {
    modes: query.stream_mode?.length ? query.stream_mode : DEFAULT_STREAM_MODES,
    subgraphs: true,
    after: lastEventId(call),
    cancelsOnDisconnect: query.cancel_on_disconnect ?? false,
    path: `/threads/${run.threadId}/runs/${run.id}/stream`,
  })
}

/** Values other than our event numbers, such as `-1`, mean from the start. */
function lastEventId({ req }: Call): number {
  const header = req.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(header) ? Number(header) : 0
}
