import { Router } from 'express'
import * as z from 'zod'
import { stopThread } from '../../../threads/stop-thread.ts'
import { deleteThread } from '../../../threads/deleted-threads.store.ts'
import { type Answer, parseBody, type Call, disconnectSignal, idParam } from '../../call.ts'
import { noSuchRun } from '../errors.ts'
import { startRun, type StartedRun } from './begin-run.ts'
import { cancelOne } from './cancel-run.ts'
import { loadFacts } from './follow-run.ts'
import { RunBody } from './run-body.ts'
import { findRunRecord, toWireRun } from './run-row.ts'
import { sendRun } from './stream-run.ts'
import { waitForRun } from './wait-run.ts'

const MAX_BATCH = 100

export function startRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/runs/batch', answer(batch))
  for (const [path, readThreadId] of [
    ['/runs', () => null],
    ['/threads/:id/runs', (call: Call) => idParam(call, 'id')],
  ] as const) {
    routes.post(
      path,
      answer((call) => create(call, readThreadId(call))),
    )
    routes.post(
      `${path}/stream`,
      answer((call) => stream(call, readThreadId(call))),
    )
    routes.post(
      `${path}/wait`,
      answer((call) => wait(call, readThreadId(call))),
    )
  }
  return routes
}

async function create(call: Call, threadId: string | null) {
  const body = parseBody(call, RunBody)
  const startedRun = await startRun(call.context, threadId, body)
  setLocation(call, startedRun)
  deleteLater(call, body, startedRun)
  return wireRun(call, startedRun)
}

async function batch(call: Call) {
  const bodies = parseBody(call, z.array(RunBody).max(MAX_BATCH))
  const runs = []
  for (const body of bodies) {
    const startedRun = await startRun(call.context, null, body)
    deleteLater(call, body, startedRun)
    runs.push(await wireRun(call, startedRun))
  }
  return runs
}

async function wireRun({ context: { db, workspaceId } }: Call, { runId }: StartedRun) {
  const run = await findRunRecord(db, workspaceId, null, runId)
  if (!run) throw noSuchRun(runId)
  return toWireRun(run)
}

async function stream(call: Call, threadId: string | null) {
  const body = parseBody(call, RunBody)
  const startedRun = await startRun(call.context, threadId, body)
  setLocation(call, startedRun)
  deleteLater(call, body, startedRun)
  await sendRun(call, await loadFacts(call.context, startedRun), {
    modes: body.stream_mode?.length ? body.stream_mode : ['values'],
    subgraphs: body.stream_subgraphs ?? false,
    after: startedRun.after,
    cancelsOnDisconnect: body.on_disconnect === 'cancel',
    path: `${runPath(startedRun)}/stream`,
  })
}

async function wait(call: Call, threadId: string | null) {
  const body = parseBody(call, RunBody)
  const { context, res } = call
  const startedRun = await startRun(context, threadId, body)
  setLocation(call, startedRun)
  deleteLater(call, body, startedRun)
  const signal = disconnectSignal(res)
  if (body.on_disconnect === 'cancel') {
    signal.addEventListener('abort', () => {
      if (!res.writableFinished) void cancelOne(context, startedRun.runId)
    })
  }
  return waitForRun(context, await loadFacts(context, startedRun), {
    after: startedRun.after,
    signal,
  })
}

const runPath = ({ runId, threadId }: StartedRun) => `/threads/${threadId}/runs/${runId}`

const setLocation = ({ res }: Call, startedRun: StartedRun) =>
  res.setHeader('content-location', runPath(startedRun))

/** Stateless runs are kept for inspection unless the client requests deletion. */
function deleteLater(
  { context }: Call,
  { on_completion: onCompletion }: RunBody,
  startedRun: StartedRun,
): void {
  if (onCompletion !== 'delete' || startedRun.threadId !== startedRun.runId) return
  const { db, workspaceId, executor, log } = context
  const remove = async () => {
    await executor.waitUntilSettled(startedRun.runId)
    await stopThread(context, startedRun.threadId)
    await deleteThread(db, workspaceId, startedRun.threadId)
  }
  remove().catch((error: unknown) => log.error({ err: error }, 'a thread could not be deleted'))
}
