import { Router } from 'express'
import * as z from 'zod'
import { stopThread } from '../../../threads/stop-thread.ts'
import { deleteThread } from '../../../threads/deleted-threads.store.ts'
import { type Answering, parseBody, type Call, disconnectSignal, idParam } from '../../call.ts'
import { noSuchRun } from '../errors.ts'
import { beginRun, type StartedRun } from './begin-run.ts'
import { cancelOne } from './cancel-run.ts'
import { loadFacts } from './follow-run.ts'
import { RunBody } from './run-body.ts'
import { findRunRecord, toWireRun } from './run-row.ts'
import { sendRun } from './stream-run.ts'
import { waitForRun } from './wait-run.ts'

const MOST = 100

export function startRoutes(answer: Answering): Router {
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
  const started = await beginRun(call.context, threadId, body)
  setLocation(call, started)
  deleteLater(call, body, started)
  return wireRun(call, started)
}

async function batch(call: Call) {
  const bodies = parseBody(call, z.array(RunBody).max(MOST))
  const runs = []
  for (const body of bodies) {
    const started = await beginRun(call.context, null, body)
    deleteLater(call, body, started)
    runs.push(await wireRun(call, started))
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
  const started = await beginRun(call.context, threadId, body)
  setLocation(call, started)
  deleteLater(call, body, started)
  await sendRun(call, await loadFacts(call.context, started), {
    modes: body.stream_mode?.length ? body.stream_mode : ['values'],
    subgraphs: body.stream_subgraphs ?? false,
    after: started.after,
    cancelsOnDisconnect: body.on_disconnect === 'cancel',
    path: `${runPath(started)}/stream`,
  })
}

async function wait(call: Call, threadId: string | null) {
  const body = parseBody(call, RunBody)
  const { context, res } = call
  const started = await beginRun(context, threadId, body)
  setLocation(call, started)
  deleteLater(call, body, started)
  const signal = disconnectSignal(res)
  if (body.on_disconnect === 'cancel') {
    signal.addEventListener('abort', () => {
      if (!res.writableFinished) void cancelOne(context, started.runId)
    })
  }
  return waitForRun(context, await loadFacts(context, started), { after: started.after, signal })
}

const runPath = ({ runId, threadId }: StartedRun) => `/threads/${threadId}/runs/${runId}`

const setLocation = ({ res }: Call, started: StartedRun) =>
  res.setHeader('content-location', runPath(started))

/** Stateless runs are kept for inspection unless the client requests deletion. */
function deleteLater(
  { context }: Call,
  { on_completion: then }: RunBody,
  started: StartedRun,
): void {
  if (then !== 'delete' || started.threadId !== started.runId) return
  const { db, workspaceId, executor, log } = context
  const remove = async () => {
    await executor.settled(started.runId)
    await stopThread(context, started.threadId)
    await deleteThread(db, workspaceId, started.threadId)
  }
  remove().catch((error: unknown) => log.error({ err: error }, 'a thread could not be deleted'))
}
