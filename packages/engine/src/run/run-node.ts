import {
  isGraphInterrupt,
  type LangGraphRunnableConfig,
  NodeTimeoutError,
} from '@langchain/langgraph'
import type { GraphDocument, GraphNode, Json, JsonObject, RunError } from '@lathe/contract'
import { findCalledAgent, canonicalJson } from '@lathe/graph'
import {
  type GraphRuntime,
  type NodeRun,
  pausedWrites,
  retryWaitMs,
  RUN_CHANNEL,
} from '@lathe/graph/compile'
import { toJson } from '../record/to-json.ts'
import { type ActiveRun, type ActiveRuns, getRun, type NodeExecution } from './active-run.ts'
import { type Failure, toSpanFailure, isPause } from './failure.ts'
import { nodeTurn } from './scheduling/event-loop.ts'
import { createCallCounter, currentScope, scopeContext, type Scope, getStep } from './scope.ts'

const MAX_NAME_LENGTH = 80

/** Returns the element of a fan-out copy as one short line. Undefined outside a fan-out. */
export function describeElement(
  { edges }: GraphDocument,
  node: string,
  input: unknown,
): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const receivedInput = new Map(Object.entries(input))
  const names = edges.flatMap(({ to, each }) => (to === node && each ? [each.as] : []))
  const as = names.find((name) => receivedInput.has(name))
  if (as === undefined) return undefined
  const element = receivedInput.get(as)
  const text = typeof element === 'string' ? element : JSON.stringify(toJson(element))
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > MAX_NAME_LENGTH ? `${line.slice(0, MAX_NAME_LENGTH - 1)}…` : line
}

/** Creates the function that executes a document node with its span and events. */
export const createNodeRunner =
  (runs: ActiveRuns): GraphRuntime['runNode'] =>
  (call, input, execute) =>
    runNode(getRun(runs, call.config), call, input, execute)

async function runNode<T>(
  run: ActiveRun,
  call: NodeRun,
  input: unknown,
  execute: () => Promise<T>,
): Promise<T> {
  const outer = currentScope()
  const time = startNodeTimer(call)
  if (!outer) {
    await run.gate.waitUntilOpen(getStep(call.config) - 1)
    await run.sink.waitForRoom?.()
    await nodeTurn()
  }
  const node = startNode(run, call, input, outer)
  const order = outer ? null : run.failOrder
  order?.nodeStarted(node.taskId)
  let willRetry = false
  try {
    const output = await run.unwinding.track(
      scopeContext.run({ run, node, span: node.span, path: node.path, position: 0 }, execute),
    )
    endNode(run, node, { status: 'success', error: null, outputs: toJson(output) })
    return output
  } catch (error) {
    if (!isPause(error)) await order?.waitToFail(node.taskId, call.config.signal)
    if (error instanceof Error && !run.failedAt.has(error)) run.failedAt.set(error, node.path)
    const failure = toNodeFailure(run, call, node, time, error)
    endNode(run, node, { ...failure, writes: writesAtPause(error) })
    if (failure.error) run.failures.set(node.taskId, failure.error)
    willRetry = failure.error !== null && emitRetry(run, call, node, failure.error)
    throw error
  } finally {
    time?.stop()
    if (!willRetry) order?.nodeEnded(node.taskId)
  }
}

type NodeTime = { runTimeout: number; isExpired: () => boolean; stop: () => void }

/** Delay between LangGraph's timer start and the node's start. */
const SET_LATER_MS = 50

/**
 * LangGraph's timer may fire early by any other clock, because timers count from the start of the
 * event loop iteration. So this is a timer as well, which fires earlier.
 */
function startNodeTimer({ document, path }: NodeRun): NodeTime | undefined {
  const runTimeout = document.nodes[path]?.timeoutMs
  if (runTimeout === undefined) return undefined
  let isExpired = false
  const expire = () => {
    isExpired = true
  }
  const margin = Math.min(SET_LATER_MS, runTimeout / 2)
  const timer = setTimeout(expire, runTimeout - margin).unref()
  return { runTimeout, isExpired: () => isExpired, stop: () => clearTimeout(timer) }
}

function toNodeFailure(
  run: ActiveRun,
  call: NodeRun,
  node: NodeExecution,
  time: NodeTime | undefined,
  thrown: unknown,
): Failure {
  const isAborted = call.config.signal?.aborted === true
  // LangGraph aborts a node that timed out like the siblings of a failed node.
  if (isAborted && !run.stop && time?.isExpired()) {
    const { runTimeout } = time
    const elapsed = (run.clock.now() - node.span.startedAt) / 1_000
    const timeoutError = new NodeTimeoutError({ node: call.path, elapsed, kind: 'run', runTimeout })
    return toSpanFailure(timeoutError, false, node.path)
  }
  return toSpanFailure(thrown, isAborted || run.stop !== null, node.path)
}

function startNode(
  run: ActiveRun,
  { path: name, config, document }: NodeRun,
  input: unknown,
  outer: Scope | undefined,
): NodeExecution {
  const agentPath = outer ? `${outer.node.path}/` : ''
  const path = agentPath + name
  const superstep = getStep(config) - (outer ? 0 : run.firstStep)
  const outerNodes = outer ? [...outer.node.outerNodes, scopeLocation(outer)] : []
  const element = isFanOut(config) ? describeElement(document, name, input) : undefined
  const span = run.recorder.start({
    kind: document.nodes[name]?.kind === 'agent-call' ? 'agent' : 'chain',
    name,
    parentId: (outer?.span ?? run.root).id,
    node: path,
    element,
    superstep,
    inputs: toJson(withoutRunChannel(input)),
    metadata: {
      ...calledAgentMetadata(run, document.nodes[name]),
      ...(isPinned(run, path) && { pinned: true }),
    },
  })
  const taskId = getTaskId(config)
  const before = run.executions.get(taskId)
  const branchIn = () => {
    if (!isFanOut(config)) return null
    return run.branchKey(canonicalJson([path, superstep, outerNodes]), withoutRunChannel(input))
  }
  const node: NodeExecution = {
    path,
    agentPath,
    taskId,
    topTaskId: outer?.node.topTaskId ?? taskId,
    superstep,
    branch: before ? before.branch : branchIn(),
    outerNodes,
    span,
    // A retried node continues its call count.
    countCall: before?.countCall ?? createCallCounter(),
  }
  run.executions.set(node.taskId, node)
  run.recorder.event({
    type: 'node-start',
    ...nodeLocation(node),
    spanId: span.id,
    ...(element !== undefined && { element }),
  })
  return node
}

type NodeEnd = (Failure | { status: 'success'; error: null }) & { outputs?: Json; writes?: Json }

function endNode(
  run: ActiveRun,
  node: NodeExecution,
  { status, error, outputs = null, writes = outputs }: NodeEnd,
): void {
  run.recorder.end(node.span, { status, error, outputs })
  run.recorder.event({
    type: 'node-end',
    ...nodeLocation(node),
    spanId: node.span.id,
    status,
    durationMs: (run.clock.now() - node.span.startedAt) / 1_000,
    error,
    cached: false,
    ...(isPinned(run, node.path) && { pinned: true }),
    ...(isRecord(writes) && { writes }),
  })
}

/** Returns the messages that a paused node writes when it ends. */
const writesAtPause = (thrown: unknown): Json =>
  isGraphInterrupt(thrown) ? toJson(pausedWrites(thrown.interrupts)[0]) : null

const isPinned = ({ request: { runOptions: options } }: ActiveRun, path: string): boolean =>
  options.pinned?.[path] !== undefined

const isRecord = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Emits a retry event if the node is retried, which is in addition to retries of its calls. */
function emitRetry(
  run: ActiveRun,
  call: NodeRun,
  node: NodeExecution,
  { code }: RunError,
): boolean {
  const documentNode = call.document.nodes[call.path]
  const attempt = call.config.executionInfo?.nodeAttempt ?? 1
  const waitMs = documentNode ? retryWaitMs(documentNode, attempt, code) : null
  if (!documentNode?.retry || waitMs === null) return false
  run.recorder.event({
    type: 'retry',
    ...nodeLocation(node),
    spanId: node.span.id,
    code,
    attempt: attempt + 1,
    of: documentNode.retry.attempts,
    waitMs: Math.round(waitMs),
  })
  return true
}

/** Returns the agent that a node calls, with its version. */
function calledAgentMetadata({ request }: ActiveRun, node: GraphNode | undefined): JsonObject {
  const calledAgent =
    node?.kind === 'agent-call' ? findCalledAgent(request.calledAgents, node) : undefined
  if (!calledAgent) return {}
  const { agent, name, version, hash } = calledAgent
  return { calls: { agent, name, version, hash } }
}

/** A node that is a graph may call the same agent in each of its steps. */
const scopeLocation = ({ node: { superstep, branch }, position }: Scope) => ({
  superstep,
  branch,
  ...(position > 0 && { position }),
})

/** Returns an execution for calls between nodes, such as the routing from the start. */
export const outsideExecution = (run: ActiveRun, path: string): NodeExecution => ({
  path,
  agentPath: '',
  taskId: '',
  topTaskId: '',
  superstep: 0,
  branch: null,
  outerNodes: [],
  span: run.root,
  countCall: createCallCounter(),
})

/** Returns the path, task and superstep of a node execution for its events. */
export const nodeLocation = ({ path, taskId, superstep }: NodeExecution) => ({
  node: path,
  taskId,
  superstep,
})

/** The LangGraph task id of a config, empty outside a task. */
export const getTaskId = (config: LangGraphRunnableConfig): string =>
  config.executionInfo?.taskId ?? ''

/** The graph adds an internal channel to the document's. */
function withoutRunChannel(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || !(RUN_CHANNEL in input)) return input
  const { [RUN_CHANNEL]: _, ...channels } = input
  return channels
}

function isFanOut({ metadata }: LangGraphRunnableConfig): boolean {
  const path: unknown = metadata?.['langgraph_path']
  return Array.isArray(path) && path[0] === '__pregel_push'
}
