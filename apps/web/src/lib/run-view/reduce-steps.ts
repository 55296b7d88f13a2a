import { ZERO_USAGE, type RunStatus, type SpanStatus } from '@lathe/contract'
import { type EventOf, type NodeView, type RunView, type StepView, topNode } from './run-view.ts'

const newNode: NodeView = {
  status: 'running',
  running: 0,
  count: 0,
  durationMs: 0,
  runningSince: null,
  supersteps: [],
  usage: ZERO_USAGE,
  error: null,
  isCached: false,
  isPinned: false,
  retry: null,
}

export function updateNode(view: RunView, path: string, change: Partial<NodeView>): RunView {
  const id = topNode(path)
  return { ...view, nodes: { ...view.nodes, [id]: { ...(view.nodes[id] ?? newNode), ...change } } }
}

const updateStep = (view: RunView, step: StepView, change: Partial<StepView>): RunView => ({
  ...view,
  steps: { ...view.steps, [step.id]: { ...step, ...change } },
})

const isOnCanvas = (path: string) => !path.includes('/')

export function applyNodeStart(
  view: RunView,
  timestamp: number,
  event: EventOf<'node-start'>,
): RunView {
  const { node, taskId, superstep, spanId, element = null } = event
  const step: StepView = {
    id: spanId,
    node,
    taskId,
    element,
    superstep,
    status: 'running',
    startedAt: timestamp,
    durationMs: null,
    error: null,
    isCached: false,
    isPinned: false,
    retry: null,
    retries: 0,
  }
  const isKnown = spanId in view.steps
  const started: RunView = {
    ...view,
    steps: { ...view.steps, [spanId]: step },
    stepOrder: isKnown ? view.stepOrder : [...view.stepOrder, spanId],
  }
  if (!isOnCanvas(node)) return started
  const before = view.nodes[node] ?? newNode
  // An interrupted node runs again after its answer: that is one execution, emitted twice.
  const isResumed = findStep(view, event)?.status === 'interrupted'
  return updateNode(started, node, {
    status: 'running',
    running: before.running + 1,
    count: before.count + (isResumed ? 0 : 1),
    runningSince: before.runningSince ?? timestamp,
    supersteps: before.supersteps.includes(superstep)
      ? before.supersteps
      : [...before.supersteps, superstep],
    error: null,
    isCached: false,
  })
}

export function applyNodeEnd(view: RunView, event: EventOf<'node-end'>): RunView {
  const step = view.steps[event.spanId]
  const { node, status, durationMs, error, cached, pinned = false } = event
  const ended = step
    ? updateStep(view, step, {
        status,
        durationMs,
        error,
        isCached: cached,
        isPinned: pinned,
        retry: null,
      })
    : view
  if (!isOnCanvas(node)) return ended
  const before = view.nodes[node] ?? newNode
  const running = Math.max(0, before.running - 1)
  return updateNode(ended, node, {
    status: error ? 'error' : running > 0 ? before.status : worseStatus(before.status, status),
    running,
    durationMs: before.durationMs + durationMs,
    runningSince: running > 0 ? before.runningSince : null,
    error: error ?? before.error,
    isCached: cached,
    isPinned: pinned,
    retry: null,
  })
}

/** A failed copy of a fan-out must not be hidden by successful ones. */
const worseStatus = (before: SpanStatus, next: SpanStatus): SpanStatus =>
  before === 'error' || (before === 'interrupted' && next === 'success') ? before : next

export function applyRetry(view: RunView, timestamp: number, event: EventOf<'retry'>): RunView {
  const { code, attempt, of, waitMs } = event
  const retry = { code, attempt, maxAttempts: of, dueAt: timestamp + waitMs * 1_000 }
  const step = findStep(view, event)
  const updated = step ? updateStep(view, step, { retry, retries: step.retries + 1 }) : view
  return updateNode(updated, event.node, { retry })
}

/** An event from the task ends its wait. */
export function clearRetry(view: RunView, event: { node: string; taskId: string }): RunView {
  const node = view.nodes[topNode(event.node)]
  if (!node?.retry) return view
  const step = findStep(view, event)
  const cleared = step?.retry ? updateStep(view, step, { retry: null }) : view
  return updateNode(cleared, event.node, { retry: null })
}

/** The latest execution of a task: an interrupted one runs again under the same task id. */
function findStep(view: RunView, event: { node: string; taskId: string }): StepView | undefined {
  for (let index = view.stepOrder.length - 1; index >= 0; index--) {
    const step = view.steps[view.stepOrder[index] ?? '']
    if (step && step.taskId === event.taskId && step.node === event.node) return step
  }
  return undefined
}

/** The element that the task's fan-out copy processes. */
export const findTaskElement = (view: RunView, taskId: string): string | null =>
  Object.values(view.steps).find((step) => step.taskId === taskId && step.element !== null)
    ?.element ?? null

/** Closes steps that were still running when the run or its attempt ended. */
export function closeSteps(view: RunView, timestamp: number, ended: RunStatus): RunView {
  const status: SpanStatus = ended === 'error' || ended === 'timeout' ? 'error' : 'cancelled'
  const close = (step: StepView): StepView =>
    step.status === 'running'
      ? { ...step, status, durationMs: (timestamp - step.startedAt) / 1_000, retry: null }
      : step
  const closeNode = (node: NodeView): NodeView =>
    node.status === 'running'
      ? { ...node, status, running: 0, runningSince: null, retry: null }
      : node
  return {
    ...view,
    steps: mapValues(view.steps, close),
    nodes: mapValues(view.nodes, closeNode),
    toolCalls: mapValues(view.toolCalls, (call) =>
      call.status === 'running' ? { ...call, status: 'error', endedAt: timestamp } : call,
    ),
  }
}

const mapValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
