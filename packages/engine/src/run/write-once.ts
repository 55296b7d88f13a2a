import { GraphInterrupt } from '@langchain/langgraph'
import type {
  Interrupt,
  InterruptAnswer,
  Json,
  JsonObject,
  RunError,
  ToolDecision,
} from '@lathe/contract'
import { responseSchema } from '@lathe/graph'
import type { NodeCall } from '@lathe/graph/compile'
import { fromRunError, LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { fingerprint } from '../fetch/fingerprint.ts'
import type { ToolDefinition } from '../tools/definition.ts'
import type { ActiveRun, NodeExecution } from './active-run.ts'
import { record } from './ports.ts'
import { getTaskId } from './run-node.ts'
import { callAddress, type Scope } from './scope.ts'

/** Identified by LangGraph's task id, which survives a crash, and the call id within the task. */
export type WriteCall = {
  runId: string
  /** The run's attempt. An attempt that lost the run makes no calls. */
  runAttempt: number
  threadId: string
  taskId: string
  callId: string
  tool: string
}

export type WriteKey = Pick<WriteCall, 'threadId' | 'taskId' | 'callId'>

export type WriteOutcome =
  | { status: 'success'; result: Json }
  | { status: 'error'; error: RunError }

/** Result of an earlier attempt of a call. `begun` counts its starts. */
export type PreviousWrite =
  | { status: 'begun'; startCount: number }
  | { status: 'lost' }
  | WriteOutcome

/**
 * Log of writing calls. Checkpoints are saved later, so they cannot tell whether an unsaved call
 * was made.
 */
export type WriteLog = {
  /**
   * Logs the start of a call. Resolves with null if the call may be made. Otherwise it was made
   * before, and this is its result; a call that failed in an earlier attempt of its node may start
   * again. `lost`: another process has taken over the run.
   */
  begin(call: WriteCall, attempt: number): Promise<PreviousWrite | null>
  end(key: WriteKey, outcome: WriteOutcome): Promise<void>
  /**
   * Stores a human's answer on a call that started this many times. Null allows it to start again.
   */
  storeAnswer(key: WriteKey, startCount: number, outcome: WriteOutcome | null): Promise<void>
}

const PREFIX = 'write'
const SEPARATOR = '|'

type UnconfirmedWrite = Pick<WriteKey, 'taskId' | 'callId'> & { startCount: number }

/** Contains the call and its number of starts, so that an answer never applies to a later crash. */
const toInterruptId = ({ taskId, startCount, callId }: UnconfirmedWrite) =>
  [PREFIX, taskId, startCount, callId].join(SEPARATOR)

function parseInterruptId(id: string): UnconfirmedWrite | null {
  const [prefix, taskId = '', starts, ...callId] = id.split(SEPARATOR)
  return prefix === PREFIX
    ? { taskId, startCount: Number(starts), callId: callId.join(SEPARATOR) }
    : null
}

/**
 * Whether an interrupt asks about an unconfirmed side effect. LangGraph does not know these
 * interrupts.
 */
export const isWriteInterrupt = (interruptId: string): boolean =>
  parseInterruptId(interruptId) !== null

/**
 * Pauses the task to ask whether an interrupted call took effect, which only a human can find out.
 * Thrown instead of LangGraph's `interrupt`, which counts questions and would accept an earlier
 * approval as the answer.
 */
function interruptForWrite(
  run: ActiveRun,
  node: NodeExecution,
  { name, description, schema }: ToolDefinition,
  args: JsonObject,
  unconfirmed: UnconfirmedWrite,
): never {
  const value: Omit<Extract<Interrupt, { kind: 'approval' }>, 'id'> = {
    kind: 'approval',
    node: node.path,
    title: `Has ${name} taken effect?`,
    createdAt: run.clock.now(),
    isUnconfirmed: true,
    calls: [{ id: unconfirmed.callId, name, args, description, schema }],
  }
  throw new GraphInterrupt([
    { id: toInterruptId(unconfirmed), value, response_schema: responseSchema(value) },
  ])
}

/** Stores human answers on unconfirmed side effects before the graph resumes. */
export async function storeWriteAnswers(
  log: WriteLog | undefined,
  threadId: string,
  answers: Readonly<Record<string, InterruptAnswer>>,
): Promise<void> {
  for (const [id, answer] of Object.entries(answers)) {
    const unconfirmed = parseInterruptId(id)
    const decision = answer.kind === 'approval' ? answer.decisions[0] : undefined
    if (!unconfirmed || !decision) continue
    await log?.storeAnswer({ ...unconfirmed, threadId }, unconfirmed.startCount, toEnding(decision))
  }
}

function toEnding(decision: ToolDecision): WriteOutcome | null {
  switch (decision.type) {
    case 'respond':
      return { status: 'success', result: decision.result }
    case 'reject': {
      const message = decision.reason || 'A human stopped this call: it may have taken effect.'
      return { status: 'error', error: toRunError(new LatheError('TOOL_ERROR', message)) }
    }
    default:
      return null
  }
}

type Write = {
  tool: ToolDefinition
  args: JsonObject
  nodeCall: NodeCall & { toolCallId: string }
}

/**
 * Makes a writing call at most once, even across crashes. A finished call returns its logged
 * result, and an interrupted one asks a human. A call stopped in the middle stays unconfirmed.
 */
export async function writeOnce(
  log: WriteLog,
  scope: Scope,
  write: Write,
  call: () => Promise<Json>,
): Promise<Json> {
  const { run, node } = scope
  const { tool, args, nodeCall: callAddress } = write
  const { runId, threadId, attempt: runAttempt } = run.request
  const key = { threadId, taskId: getTaskId(callAddress.config), callId: callAddress.toolCallId }
  const attempt = callAddress.config.executionInfo?.nodeAttempt ?? 1
  await run.saves.beforeWriting()
  const previous = await log.begin({ ...key, runId, runAttempt, tool: tool.name }, attempt)
  if (previous?.status === 'lost') {
    throw new LatheError('ABORTED', 'Another process has taken over the run')
  }
  if (previous?.status === 'begun') {
    return interruptForWrite(run, node, tool, args, { ...key, startCount: previous.startCount })
  }
  if (previous) return recordPrevious(scope, write, previous)

  try {
    const result = await call()
    await log.end(key, { status: 'success', result })
    return result
  } catch (thrown) {
    const isStopped = run.stop !== null || callAddress.config.signal?.aborted === true
    if (!isStopped) {
      await log.end(key, { status: 'error', error: toRunError(toLatheError(thrown)) })
    }
    throw thrown
  }
}

/**
 * Records the earlier call like any other one, because its process may have died before recording
 * it.
 */
function recordPrevious(
  scope: Scope,
  { tool: { name }, args }: Write,
  previous: WriteOutcome,
): Json {
  const error = previous.status === 'error' ? previous.error : null
  const result = previous.status === 'success' ? previous.result : null
  record(scope, {
    kind: 'tool',
    name,
    address: callAddress(scope, 'tool', name),
    fingerprint: fingerprint({ tool: name, args }),
    attempt: 1,
    startedAt: scope.run.clock.now(),
    durationMs: 0,
    error,
    content: { type: 'call', request: args, result },
  })
  if (error) throw fromRunError(error)
  return result
}
