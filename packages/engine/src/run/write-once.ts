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

/** A call is known by LangGraph's task, which keeps its id over a crash, and by its id in there. */
export type WriteCall = {
  runId: string
  /** Which execution of the run this is: one that another process has taken over makes no calls. */
  runAttempt: number
  threadId: string
  taskId: string
  callId: string
  tool: string
}

export type WriteKey = Pick<WriteCall, 'threadId' | 'taskId' | 'callId'>

export type WriteEnding = { status: 'success'; result: Json } | { status: 'error'; error: RunError }

/** What is known of a call that was made before; `begun` counts how often. */
export type PreviousWrite = { status: 'begun'; begun: number } | { status: 'lost' } | WriteEnding

/**
 * What is known of calls that write, on record before anything else comes of them: checkpoints are saved
 * later, so they cannot say whether a call that they do not have was made.
 */
export type WriteLog = {
  /**
   * On record as begun when it resolves with null. Otherwise the call was made before, and this is what came of
   * it; one that failed in an earlier attempt of its node may begin again. `lost` where the run is another process's
   * by now, which is where such a call is settled: nothing is made here.
   */
  begin(call: WriteCall, attempt: number): Promise<PreviousWrite | null>
  end(key: WriteKey, ending: WriteEnding): Promise<void>
  /** What a human knows of the call that has begun so many times; null lets it begin once more. */
  settle(key: WriteKey, begun: number, ending: WriteEnding | null): Promise<void>
}

const PREFIX = 'write'
const SEPARATOR = '|'

type Unsettled = Pick<WriteKey, 'taskId' | 'callId'> & { begun: number }

/** It says which call, and which time: an answer is never taken for one to a later crash. */
const idOf = ({ taskId, begun, callId }: Unsettled) =>
  [PREFIX, taskId, begun, callId].join(SEPARATOR)

function parseInterruptId(id: string): Unsettled | null {
  const [prefix, taskId = '', begun, ...callId] = id.split(SEPARATOR)
  return prefix === PREFIX ? { taskId, begun: Number(begun), callId: callId.join(SEPARATOR) } : null
}

/** Whether it asks what became of a write; LangGraph knows of no such question. */
export const isWriteInterrupt = (interruptId: string): boolean =>
  parseInterruptId(interruptId) !== null

/**
 * Pauses the task: the call had begun when its process died, and only a human can find out whether it took
 * effect. Thrown rather than asked by LangGraph's `interrupt`, which counts a task's questions and would take
 * an earlier approval for the answer.
 */
function interruptForWrite(
  run: ActiveRun,
  node: NodeExecution,
  { name, description, schema }: ToolDefinition,
  args: JsonObject,
  unsettled: Unsettled,
): never {
  const value: Omit<Extract<Interrupt, { kind: 'approval' }>, 'id'> = {
    kind: 'approval',
    node: node.path,
    title: `Has ${name} taken effect?`,
    createdAt: run.clock.now(),
    isUnsettled: true,
    calls: [{ id: unsettled.callId, name, args, description, schema }],
  }
  throw new GraphInterrupt([{ id: idOf(unsettled), value, response_schema: responseSchema(value) }])
}

/** Before the graph goes on: what people have found out about writes. */
export async function settleWrites(
  log: WriteLog | undefined,
  threadId: string,
  answers: Readonly<Record<string, InterruptAnswer>>,
): Promise<void> {
  for (const [id, answer] of Object.entries(answers)) {
    const unsettled = parseInterruptId(id)
    const decision = answer.kind === 'approval' ? answer.decisions[0] : undefined
    if (!unsettled || !decision) continue
    await log?.settle({ ...unsettled, threadId }, unsettled.begun, toEnding(decision))
  }
}

function toEnding(decision: ToolDecision): WriteEnding | null {
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
  at: NodeCall & { toolCallId: string }
}

/**
 * Makes a call that writes at most once, whatever becomes of the process: one whose end is on record gives that,
 * and one that only began is asked about. A call that was stopped in the middle stays begun.
 */
export async function writeOnce(
  log: WriteLog,
  scope: Scope,
  write: Write,
  call: () => Promise<Json>,
): Promise<Json> {
  const { run, node } = scope
  const { tool, args, at } = write
  const { runId, threadId, attempt: runAttempt } = run.request
  const key = { threadId, taskId: getTaskId(at.config), callId: at.toolCallId }
  const attempt = at.config.executionInfo?.nodeAttempt ?? 1
  await run.saves.beforeWriting()
  const previous = await log.begin({ ...key, runId, runAttempt, tool: tool.name }, attempt)
  if (previous?.status === 'lost') {
    throw new LatheError('ABORTED', 'Another process has taken the run over')
  }
  if (previous?.status === 'begun') {
    return interruptForWrite(run, node, tool, args, { ...key, begun: previous.begun })
  }
  if (previous) return recordPrevious(scope, write, previous)

  try {
    const result = await call()
    await log.end(key, { status: 'success', result })
    return result
  } catch (thrown) {
    const isStopped = run.stop !== null || at.config.signal?.aborted === true
    if (!isStopped) {
      await log.end(key, { status: 'error', error: toRunError(toLatheError(thrown)) })
    }
    throw thrown
  }
}

/** On the tape like any other call: the process that made it may have died before it could say so. */
function recordPrevious(
  scope: Scope,
  { tool: { name }, args }: Write,
  previous: WriteEnding,
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
    touch: { type: 'call', request: args, result },
  })
  if (error) throw fromRunError(error)
  return result
}
