import { Router } from 'express'
import * as z from 'zod'
import { stopThread } from '../../../threads/stop-thread.ts'
import { deleteThread } from '../../../threads/deleted-threads.store.ts'
import { type Answering, bodyOf, type Call, goneSignal, idOf } from '../../call.ts'
import { noSuchRun } from '../errors.ts'
import { beginRun, type Begun } from './begin-run.ts'
import { cancelOne } from './cancel-run.ts'
import { factsOf } from './follow-run.ts'
import { RunBody } from './run-body.ts'
import { findRunRecord, toWireRun } from './run-row.ts'
import { sendRun } from './send-run.ts'
import { waitForRun } from './wait-run.ts'

const MOST = 100

export function startRoutes(answer: Answering): Router {
  const routes = Router()
  routes.post('/runs/batch', answer(batch))
  for (const [path, threadOf] of [
    ['/runs', () => null],
    ['/threads/:id/runs', (call: Call) => idOf(call, 'id')],
  ] as const) {
    routes.post(
      path,
      answer((call) => create(call, threadOf(call))),
    )
    routes.post(
      `${path}/stream`,
      answer((call) => stream(call, threadOf(call))),
    )
    routes.post(
      `${path}/wait`,
      answer((call) => wait(call, threadOf(call))),
    )
  }
  return routes
}

async function create(call: Call, threadId: string | null) {
  const body = bodyOf(call, RunBody)
  const begun = await beginRun(call.context, threadId, body)
  tellWhere(call, begun)
  deleteLater(call, body, begun)
  return wireRun(call, begun)
}

async function batch(call: Call) {
  const bodies = bodyOf(call, z.array(RunBody).max(MOST))
  const runs = []
  for (const body of bodies) {
    const begun = await beginRun(call.context, null, body)
    deleteLater(call, body, begun)
    runs.push(await wireRun(call, begun))
  }
  return runs
}

async function wireRun({ context: { db, workspaceId } }: Call, { runId }: Begun) {
  const run = await findRunRecord(db, workspaceId, null, runId)
  if (!run) throw noSuchRun(runId)
  return toWireRun(run)
}

async function stream(call: Call, threadId: string | null) {
  const body = bodyOf(call, RunBody)
  const begun = await beginRun(call.context, threadId, body)
  tellWhere(call, begun)
  deleteLater(call, body, begun)
  await sendRun(call, await factsOf(call.context, begun), {
    modes: body.stream_mode?.length ? body.stream_mode : ['values'],
    subgraphs: body.stream_subgraphs ?? false,
    after: begun.after,
    cancelsOnDisconnect: body.on_disconnect === 'cancel',
    path: `${pathOf(begun)}/stream`,
  })
}

async function wait(call: Call, threadId: string | null) {
  const body = bodyOf(call, RunBody)
  const { context, res } = call
  const begun = await beginRun(context, threadId, body)
  tellWhere(call, begun)
  deleteLater(call, body, begun)
  const signal = goneSignal(res)
  if (body.on_disconnect === 'cancel') {
    signal.addEventListener('abort', () => {
      if (!res.writableFinished) void cancelOne(context, begun.runId)
    })
  }
  return waitForRun(context, await factsOf(context, begun), { after: begun.after, signal })
}

const pathOf = ({ runId, threadId }: Begun) => `/threads/${threadId}/runs/${runId}`

const tellWhere = ({ res }: Call, begun: Begun) => res.setHeader('content-location', pathOf(begun))

/** Stateless runs are kept for inspection unless the client requests deletion. */
function deleteLater({ context }: Call, { on_completion: then }: RunBody, begun: Begun): void {
  if (then !== 'delete' || begun.threadId !== begun.runId) return
  const { db, workspaceId, executor, log } = context
  const remove = async () => {
    await executor.settled(begun.runId)
    await stopThread(context, begun.threadId)
    await deleteThread(db, workspaceId, begun.threadId)
  }
  remove().catch((error: unknown) => log.error({ err: error }, 'a thread could not be deleted'))
}
