import {
  addUsage,
  type Interrupt,
  isEnded,
  type RunEvent,
  type Span,
  type Spending,
  type Usage,
  ZERO_USAGE,
} from '@lathe/contract'
import {
  applyMessage,
  applyToken,
  dropPartialMessages,
  isRequestedByMessage,
} from './reduce-messages.ts'
import {
  applyNodeEnd,
  applyNodeStart,
  applyRetry,
  clearRetry,
  closeSteps,
  updateNode,
} from './reduce-steps.ts'
import {
  type EventOf,
  type RunView,
  type SpanTotals,
  type ToolCallView,
  topNode,
} from './run-view.ts'
import { addSpending, callSpending, isModelCall, noSpending } from '@lathe/traces'

/**
 * Applies events to the view. Skips events that were applied before, so a stream can be read twice.
 */
export function reduceRun(view: RunView, events: readonly RunEvent[]): RunView {
  let next = view
  for (const event of events) {
    if (event.seq > next.lastSeq) next = { ...applyEvent(next, event), lastSeq: event.seq }
  }
  return next
}

function applyEvent(view: RunView, { at: timestamp, body }: RunEvent): RunView {
  switch (body.type) {
    case 'status':
      return applyStatus(view, timestamp, body)
    case 'node-start':
      return applyNodeStart(view, timestamp, body)
    case 'node-end':
      return applyNodeEnd(view, body)
    case 'token':
      return applyToken(clearRetry(view, body), timestamp, body)
    case 'message':
      return applyMessage(clearRetry(view, body), timestamp, body)
    case 'tool-call':
      return applyToolCall(clearRetry(view, body), timestamp, body)
    case 'retry':
      return applyRetry(dropPartialMessages(view, body.taskId), timestamp, body)
    case 'state':
      return { ...view, channels: { ...view.channels, ...body.channels } }
    case 'interrupt':
      return applyInterrupt(view, body.interrupt)
    case 'answer':
      return applyAnswer(view, body)
    default:
      return applySpan(view, body.span)
  }
}

function applyStatus(view: RunView, timestamp: number, event: EventOf<'status'>): RunView {
  const { status, attempt, error } = event
  const isRestarted = attempt > view.attempt
  const hasEnded = isEnded(status)
  const closedView =
    isRestarted || hasEnded ? closeSteps(view, timestamp, hasEnded ? status : 'cancelled') : view
  const isWaiting = status === 'interrupted'
  return {
    ...(isRestarted ? dropPartialMessages(closedView) : closedView),
    status,
    attempt,
    error,
    startedAt: view.startedAt ?? (status === 'pending' ? null : timestamp),
    endedAt: hasEnded ? timestamp : null,
    interrupts: isWaiting ? view.interrupts : [],
  }
}

const applyInterrupt = (view: RunView, interrupt: Interrupt): RunView => ({
  ...view,
  interrupts: [...view.interrupts, interrupt],
  interruptsById: { ...view.interruptsById, [interrupt.id]: interrupt },
})

function applyAnswer(view: RunView, { interruptId, answer }: EventOf<'answer'>): RunView {
  const question = view.interruptsById[interruptId]
  if (question?.kind === 'ask' && answer.kind === 'ask') {
    const isListed = interruptId in view.answers
    return {
      ...view,
      answers: { ...view.answers, [interruptId]: { question, answer } },
      transcript: isListed
        ? view.transcript
        : [...view.transcript, { type: 'answer', id: interruptId }],
    }
  }
  if (question?.kind === 'approval' && answer.kind === 'approval') {
    const rejected = question.calls.flatMap(({ id }, index) => {
      const decision = answer.decisions[index]
      return decision?.type === 'reject' ? [[id, decision.reason]] : []
    })
    return { ...view, rejections: { ...view.rejections, ...Object.fromEntries(rejected) } }
  }
  return view
}

function applyToolCall(view: RunView, timestamp: number, event: EventOf<'tool-call'>): RunView {
  const { toolCallId: id, name, node, spanId, phase } = event
  const existing = view.toolCalls[id]
  const call: ToolCallView = {
    id,
    name,
    node,
    spanId,
    status: phase === 'start' ? 'running' : phase === 'error' ? 'error' : 'success',
    args: event.args ?? existing?.args,
    result: event.result ?? existing?.result,
    error: event.error ?? null,
    startedAt: phase === 'start' ? timestamp : (existing?.startedAt ?? timestamp),
    endedAt: phase === 'start' ? null : timestamp,
  }
  const isListed = existing !== undefined || isRequestedByMessage(view, id)
  return {
    ...view,
    toolCalls: { ...view.toolCalls, [id]: call },
    transcript: isListed ? view.transcript : [...view.transcript, { type: 'tool', id }],
  }
}

/** Count only model calls: the spans around them repeat their totals. */
function applySpan(view: RunView, span: Span): RunView {
  if (!isModelCall(span)) return view
  const modelCalls = { ...view.modelCalls, [span.id]: spanTotals(span) }
  const calls = Object.values(modelCalls)
  const updated = { ...view, modelCalls, usage: sumUsage(calls), ...sumSpending(calls) }
  if (span.node === null) return updated
  const id = topNode(span.node)
  const nodeCalls = calls.filter(({ node }) => node !== null && topNode(node) === id)
  return updateNode(updated, span.node, { usage: sumUsage(nodeCalls) })
}

const spanTotals = (span: Span): SpanTotals => ({
  node: span.node,
  usage: span.usage ?? ZERO_USAGE,
  ...callSpending(span),
  hasEnded: span.endedAt !== null,
})

const sumUsage = (calls: readonly SpanTotals[]): Usage =>
  calls.reduce((sum, { usage }) => addUsage(sum, usage), ZERO_USAGE)

/** Also unknown until a call has ended. */
function sumSpending(calls: readonly SpanTotals[]): Required<Spending> {
  const ended = calls.filter(({ hasEnded }) => hasEnded)
  return ended.length === 0
    ? { ...noSpending, cost: null, unmetered: 0 }
    : { unmetered: 0, ...ended.reduce<Spending>(addSpending, noSpending) }
}
