import { isEnded, type RunEvent } from '@lathe/contract'
import { applyAnswer, applyInterrupt } from './reduce-interrupts.ts'
import { applyMessage, applyToken, dropPartialMessages } from './reduce-messages.ts'
import { applyNodeEnd, applyNodeStart, applyRetry, clearRetry, closeSteps } from './reduce-steps.ts'
import { applyToolCall } from './reduce-tools.ts'
import { applySpan } from './reduce-totals.ts'
import type { EventOf, RunView } from './run-view.ts'

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
