import { type GraphDocument, isEnded, type Json } from '@lathe/contract'
import { calleeRefs } from '@lathe/graph'
import { resolveCallees } from '../../../agents/resolve-callees.ts'
import type { Context } from '../../../api/context.ts'
import { invalidInput, invalidInputs, refusal } from '../../../platform/http/errors.ts'
import { notSupported } from '../../call.ts'
import { purgeThread } from '../../../threads/deleted-threads.store.ts'
import { noSuchThread } from '../errors.ts'
import { findDocumentOf } from '../threads/documents.ts'
import { findThreadRecord, insertThreadRecord } from '../threads/threads.store.ts'
import { stopRun } from './cancel-run.ts'
import { endsThread, refuseBoth } from './command.ts'
import { graphOf, launchRun } from './launch-run.ts'
import type { RunBody } from './run-body.ts'
import { listRunRecords, type RunRecord } from './run-row.ts'
import { checkAnswers } from '../../../runs/start/check-answers.ts'
import { resumeRun } from '../../../runs/api/runs.store.ts'
import { refuseSteering } from '../../../runs/start/steering.ts'
import { toAnswers } from '../wire/answers.ts'
import { breakpointsOf } from './breakpoints.ts'

export type Begun = {
  runId: string
  threadId: string
  document: GraphDocument
  agentId: string
  /** Nothing has run on the thread before. */
  isFirst: boolean
  /** The checkpoint it goes on from, where that is not its thread's newest. */
  forkedFrom: string | null
  /** Where a paused run goes on, the number of its last event before that. */
  after: number
}

/** Starts a run of ours, or answers one that waits: to LangGraph's clients both are a new run. */
export async function beginRun(
  context: Context,
  threadId: string | null,
  body: RunBody,
): Promise<Begun> {
  refuseUnknown(body)
  // Together with the thread: one after the other would wait twice.
  const graph = body.command?.resume === undefined ? graphOf(context, body) : null
  graph?.catch(() => undefined)
  const thread = threadId === null ? null : await threadFor(context, threadId, body)
  const isLive = thread?.run ? !isEnded(thread.run.status) : false
  const paused = thread && isLive ? await pausedRun(context, thread.id) : null
  const resume = resumeOf(body, paused)
  if (resume !== undefined) {
    refuseBoth(body)
    if (!paused) throw refusal(409, 'NOTHING_WAITS', 'No run of this thread waits for an answer')
    return await answerRun(context, paused, body, resume)
  }
  if (paused && endsThread(body)) return await endPaused(context, paused)
  const launched = await launchRun(context, await (graph ?? graphOf(context, body)), body, {
    thread,
    pausedRunId: paused?.id,
  })
  return { ...launched, isFirst: (thread?.run ?? null) === null, after: 0 }
}

/** Drops what a paused run asks and everything it had left to do. */
async function endPaused(context: Context, paused: RunRecord): Promise<Begun> {
  const { db, workspaceId, states } = context
  const { id: runId, threadId, agentId, lastSeq: after } = paused
  const document = await findDocumentOf(db, workspaceId, runId)
  if (!document) throw new Error(`the graph of run ${runId} is gone`)
  await stopRun(context, runId, { action: 'interrupt', waits: true })
  const updated = await states.update({
    workspaceId,
    threadId,
    runId,
    document,
    callees: await resolveCallees(db, workspaceId, calleeRefs(document)),
    updates: [null],
    asNode: '__end__',
  })
  if (!updated.ok) throw invalidInput(updated.path, updated.message)
  return { runId, threadId, document, agentId, isFirst: false, forkedFrom: null, after }
}

function refuseUnknown({ webhook, after_seconds: later }: RunBody): void {
  if (webhook != null) throw notSupported('`webhook`', 'Join the run, or stream it.')
  if (later != null) throw notSupported('`after_seconds`', 'Start the run when it is due.')
}

async function threadFor(context: Context, id: string, { if_not_exists: missing }: RunBody) {
  const { db, workspaceId } = context
  const thread = await findThreadRecord(db, workspaceId, id)
  if (thread) return thread
  if (missing !== 'create') throw noSuchThread(id)
  await purgeThread(db, workspaceId, id)
  const made = await insertThreadRecord(db, workspaceId, { id, agentId: null, metadata: {} })
  // Somebody else may just have made it.
  const found = made ?? (await findThreadRecord(db, workspaceId, id))
  if (!found) throw noSuchThread(id)
  return found
}

/** Others may wait behind it. */
async function pausedRun(
  { db, workspaceId }: Context,
  threadId: string,
): Promise<RunRecord | null> {
  const page = { statuses: ['interrupted' as const], limit: 1, offset: 0 }
  const [run] = await listRunRecords(db, workspaceId, threadId, page)
  return run ?? null
}

/** The answer a request carries. A breakpoint asks nothing: going on without an input passes it. */
function resumeOf({ command, input }: RunBody, paused: RunRecord | null): Json | undefined {
  if (command?.resume !== undefined) return command.resume
  const isBreakpoint = paused?.interrupts.every(({ kind }) => kind === 'breakpoint') === true
  return isBreakpoint && (input === undefined || input === null) ? {} : undefined
}

/** Lets a paused run go on with what was answered. */
async function answerRun(
  context: Context,
  paused: RunRecord,
  body: RunBody,
  resume: Json,
): Promise<Begun> {
  const { db, workspaceId, executor } = context
  const { id: runId, threadId, agentId, lastSeq: after } = paused
  const answers = toAnswers(paused.interrupts, resume)
  const issues = checkAnswers(paused.interrupts, answers)
  if (issues.length > 0) throw invalidInputs(issues)
  const document = await findDocumentOf(db, workspaceId, runId)
  if (!document) throw new Error(`the graph of run ${runId} is gone`)
  // In LangGraph breakpoints are of one call: what goes on has those it comes with, or none.
  const steering = breakpointsOf(body, document)
  refuseSteering(document, steering)
  const isQueued = await resumeRun(db, workspaceId, paused, answers, steering)
  if (!isQueued) throw refusal(409, 'CONFLICT', 'The run does not wait for this any more')
  executor.wake()
  return { runId, threadId, document, agentId, isFirst: false, forkedFrom: null, after }
}
