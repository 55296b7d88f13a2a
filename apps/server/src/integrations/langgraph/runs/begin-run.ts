import { type GraphDocument, isEnded, type Json } from '@lathe/contract'
import { listCalledAgents } from '@lathe/graph'
import { resolveAgentCalls } from '../../../agents/resolve-agent-calls.ts'
import type { Context } from '../../../api/context.ts'
import { invalidInput, invalidInputs, refusal } from '../../../platform/http/errors.ts'
import { notSupported } from '../../call.ts'
import { purgeThread } from '../../../threads/deleted-threads.store.ts'
import { noSuchThread } from '../errors.ts'
import { findRunDocument } from '../threads/run-documents.ts'
import { findThreadRecord, insertThreadRecord } from '../threads/threads.store.ts'
import { stopRun } from './cancel-run.ts'
import { endsThread, rejectMixedCommand } from './command.ts'
import { loadGraph, launchRun } from './launch-run.ts'
import type { RunBody } from './run-body.ts'
import { listRunRecords, type RunRecord } from './run-row.ts'
import { checkAnswers } from '../../../runs/start/check-answers.ts'
import { resumeRun } from '../../../runs/api/runs.store.ts'
import { rejectInvalidOptions } from '../../../runs/start/run-options.ts'
import { toAnswers } from '../wire/answers.ts'
import { readBreakpoints } from './breakpoints.ts'

export type StartedRun = {
  runId: string
  threadId: string
  document: GraphDocument
  agentId: string
  /** No earlier run on the thread. */
  isFirst: boolean
  /** Checkpoint to continue from, if it is not the newest of its thread. */
  forkedFrom: string | null
  /** For a resumed run: the number of its last event before. */
  after: number
}

/** Starts a run or resumes a paused one. LangGraph clients see both as a new run. */
export async function startRun(
  context: Context,
  threadId: string | null,
  body: RunBody,
): Promise<StartedRun> {
  refuseUnknown(body)
  // In parallel with loading the thread.
  const graph = body.command?.resume === undefined ? loadGraph(context, body) : null
  graph?.catch(() => undefined)
  const thread = threadId === null ? null : await threadFor(context, threadId, body)
  const isLive = thread?.run ? !isEnded(thread.run.status) : false
  const paused = thread && isLive ? await pausedRun(context, thread.id) : null
  const resume = readResume(body, paused)
  if (resume !== undefined) {
    rejectMixedCommand(body)
    if (!paused) throw refusal(409, 'NOTHING_WAITS', 'No run of this thread waits for an answer')
    return await answerRun(context, paused, body, resume)
  }
  if (paused && endsThread(body)) return await endPaused(context, paused)
  const launched = await launchRun(context, await (graph ?? loadGraph(context, body)), body, {
    thread,
    pausedRunId: paused?.id,
  })
  return { ...launched, isFirst: (thread?.run ?? null) === null, after: 0 }
}

/** Cancels a paused run with its interrupts and pending tasks. */
async function endPaused(context: Context, paused: RunRecord): Promise<StartedRun> {
  const { db, workspaceId, states } = context
  const { id: runId, threadId, agentId, lastSeq } = paused
  const document = await findRunDocument(db, workspaceId, runId)
  if (!document) throw new Error(`the graph of run ${runId} is missing`)
  await stopRun(context, runId, { action: 'interrupt', waits: true })
  const updated = await states.update({
    workspaceId,
    threadId,
    runId,
    document,
    calledAgents: await resolveAgentCalls(db, workspaceId, listCalledAgents(document)),
    updates: [null],
    asNode: '__end__',
  })
  if (!updated.ok) throw invalidInput(updated.path, updated.message)
  return { runId, threadId, document, agentId, isFirst: false, forkedFrom: null, after: lastSeq }
}

function refuseUnknown({ webhook, after_seconds: delay }: RunBody): void {
  if (webhook != null) throw notSupported('`webhook`', 'Join the run, or stream it.')
  if (delay != null) throw notSupported('`after_seconds`', 'Start the run when it is due.')
}

async function threadFor(context: Context, id: string, { if_not_exists: missing }: RunBody) {
  const { db, workspaceId } = context
  const thread = await findThreadRecord(db, workspaceId, id)
  if (thread) return thread
  if (missing !== 'create') throw noSuchThread(id)
  await purgeThread(db, workspaceId, id)
  const newThread = await insertThreadRecord(db, workspaceId, { id, agentId: null, metadata: {} })
  // A concurrent request may have created it.
  const found = newThread ?? (await findThreadRecord(db, workspaceId, id))
  if (!found) throw noSuchThread(id)
  return found
}

/** Other runs may be queued behind it. */
async function pausedRun(
  { db, workspaceId }: Context,
  threadId: string,
): Promise<RunRecord | null> {
  const page = { statuses: ['interrupted' as const], limit: 1, offset: 0 }
  const [run] = await listRunRecords(db, workspaceId, threadId, page)
  return run ?? null
}

/** The answer in a request. A breakpoint needs none: a request without input continues from it. */
function readResume({ command, input }: RunBody, paused: RunRecord | null): Json | undefined {
  if (command?.resume !== undefined) return command.resume
  const isBreakpoint = paused?.interrupts.every(({ kind }) => kind === 'breakpoint') === true
  return isBreakpoint && (input === undefined || input === null) ? {} : undefined
}

/** Resumes a paused run with the answers. */
async function answerRun(
  context: Context,
  paused: RunRecord,
  body: RunBody,
  resume: Json,
): Promise<StartedRun> {
  const { db, workspaceId, executor } = context
  const { id: runId, threadId, agentId, lastSeq } = paused
  const answers = toAnswers(paused.interrupts, resume)
  const issues = checkAnswers(paused.interrupts, answers)
  if (issues.length > 0) throw invalidInputs(issues)
  const document = await findRunDocument(db, workspaceId, runId)
  if (!document) throw new Error(`the graph of run ${runId} is missing`)
  // LangGraph breakpoints apply to one call, so a resumed run uses those of its request.
  const runOptions = readBreakpoints(body, document)
  rejectInvalidOptions(document, runOptions)
  const isQueued = await resumeRun(db, workspaceId, paused, answers, runOptions)
  if (!isQueued) throw refusal(409, 'CONFLICT', 'The run no longer waits for this interrupt')
  executor.wake()
  return { runId, threadId, document, agentId, isFirst: false, forkedFrom: null, after: lastSeq }
}
