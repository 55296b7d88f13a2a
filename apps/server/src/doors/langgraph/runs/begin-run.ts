import type { GraphDocument, Json, JsonObject, StartRun } from '@lathe/contract'
import { resumeRun } from '../../../features/runs/runs.store.ts'
import { checkAnswers } from '../../../features/runs/check-answers.ts'
import { getRunnable } from '../../../features/runs/start-checks.ts'
import { startRun } from '../../../features/runs/start-run.ts'
import { stopThread } from '../../../features/threads/stop-thread.ts'
import type { Context } from '../../../http/api.ts'
import { invalidInput, invalidInputs, refusal } from '../../../http/errors.ts'
import { notSupported } from '../call.ts'
import { noSuchThread, startErrors } from '../errors.ts'
import { findDocumentOf } from '../threads/documents.ts'
import { findThreadRecord, insertThreadRecord } from '../threads/threads.store.ts'
import { toAnswers } from '../wire/answers.ts'
import { isObject } from '../wire/messages.ts'
import { fromWireValues } from '../wire/values.ts'
import type { RunBody } from './run-body.ts'
import { listRunRecords, type RunRecord } from './run-row.ts'

export type Begun = {
  runId: string
  threadId: string
  document: GraphDocument
  agentId: string
  /** Nothing has run on the thread before. */
  isFirst: boolean
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
  const thread = threadId === null ? null : await threadFor(context, threadId, body)
  const paused = thread?.run?.status === 'interrupted' ? await newestRun(context, thread.id) : null
  const resume = resumeOf(body, paused)
  if (resume !== undefined) {
    if (!paused) throw refusal(409, 'NOTHING_WAITS', 'No run of this thread waits for an answer')
    return await answer(context, paused, resume)
  }
  // New input on a paused thread takes the place of what was asked, as it does in LangGraph.
  if (thread && paused && body.multitask_strategy !== 'enqueue') {
    await stopThread(context, thread.id)
  }
  const started = await start(context, thread?.id, body)
  return { ...started, isFirst: (thread?.run ?? null) === null, after: 0 }
}

function refuseUnknown({ webhook, after_seconds: later, command }: RunBody): void {
  if (webhook != null) throw notSupported('`webhook`', 'Join the run, or stream it.')
  if (later != null) throw notSupported('`after_seconds`', 'Start the run when it is due.')
  if (command?.goto != null || command?.update != null) {
    if (command.resume !== undefined) return
    const instead = 'Update the state of the thread as a node, then run without an input.'
    throw notSupported('A command without `resume`', instead)
  }
}

async function threadFor(context: Context, id: string, { if_not_exists: missing }: RunBody) {
  const { db, workspaceId } = context
  const thread = await findThreadRecord(db, workspaceId, id)
  if (thread) return thread
  if (missing !== 'create') throw noSuchThread(id)
  await insertThreadRecord(db, workspaceId, { id, agentId: null, metadata: {} })
  return await findThreadRecord(db, workspaceId, id).then((made) => made ?? null)
}

async function newestRun(
  { db, workspaceId }: Context,
  threadId: string,
): Promise<RunRecord | null> {
  const [run] = await listRunRecords(db, workspaceId, threadId, { limit: 1, offset: 0 })
  return run ?? null
}

/** A breakpoint asks nothing: going on without an input passes it. */
function resumeOf({ command, input }: RunBody, paused: RunRecord | null) {
  if (command?.resume !== undefined) return command.resume
  const isBreakpoint = paused?.interrupts.every(({ kind }) => kind === 'breakpoint') === true
  return isBreakpoint && (input === undefined || input === null) ? {} : undefined
}

async function answer(context: Context, paused: RunRecord, resume: Json): Promise<Begun> {
  const { db, workspaceId, executor } = context
  const answers = toAnswers(paused.interrupts, resume)
  const issues = checkAnswers(paused.interrupts, answers)
  if (issues.length > 0) throw invalidInputs(issues)
  const isQueued = await resumeRun(db, workspaceId, paused, answers)
  if (!isQueued) throw refusal(409, 'CONFLICT', 'The run does not wait for this any more')
  executor.wake()
  const document = await findDocumentOf(db, workspaceId, paused.id)
  if (!document) throw new Error(`the graph of run ${paused.id} is gone`)
  const { id: runId, threadId, agentId, lastSeq: after } = paused
  return { runId, threadId, document, agentId, isFirst: false, after }
}

async function start(context: Context, threadId: string | undefined, body: RunBody) {
  const input = inputOf(body)
  const agent = body.assistant_id
  const metadata = { ...body.config?.metadata, ...body.metadata }
  const run: StartRun = {
    agent,
    ...(threadId !== undefined && { threadId }),
    ...(input && { input: await channelsOf(context, agent, input) }),
    budget: budgetOf(body),
    metadata,
    source: 'api',
  }
  const { id: runId, ...started } = await startRun(context, run, startErrors)
  return { runId, ...started }
}

function inputOf({ input }: RunBody): JsonObject | null {
  if (input === undefined || input === null) return null
  if (!isObject(input)) throw invalidInput('input', 'must be an object of input channels')
  return input
}

async function channelsOf(context: Context, agent: string, input: JsonObject) {
  const { document } = await getRunnable(context, agent, 'published', startErrors)
  return fromWireValues(document, input)
}

function budgetOf({ config }: RunBody): StartRun['budget'] {
  const steps = config?.recursion_limit
  return steps == null ? {} : { steps }
}
