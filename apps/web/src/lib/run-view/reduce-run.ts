import { isEnded, type RunEvent } from '@lathe/contract'
import { applyAnswer, applyInterrupt } from './reduce-interrupts.ts'
import { applyMessage, applyToken, dropUnfinished } from './reduce-messages.ts'
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

function applyEvent(view: RunView, { at, body }: RunEvent): RunView {
  switch (body.type) {
    case 'status':
      return applyStatus(view, at, body)
    case 'node-start':
      return applyNodeStart(view, at, body)
    case 'node-end':
      return applyNodeEnd(view, body)
    case 'token':
      return applyToken(clearRetry(view, body), at, body)
    case 'message':
      return applyMessage(clearRetry(view, body), at, body)
    case 'tool-call':
      return applyToolCall(clearRetry(view, body), at, body)
    case 'retry':
      return applyRetry(dropUnfinished(view, body.taskId), at, body)
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

function applyStatus(view: RunView, at: number, event: EventOf<'status'>): RunView {
  const { status, attempt, error } = event
  const isLost = attempt > view.attempt
  const hasEnded = isEnded(status)
  const settled = isLost || hasEnded ? closeSteps(view, at, hasEnded ? status : 'cancelled') : view
  const isWaiting = status === 'interrupted'
  return {
    ...(isLost ? dropUnfinished(settled) : settled),
    status,
    attempt,
    error,
    startedAt: view.startedAt ?? (status === 'pending' ? null : at),
    endedAt: hasEnded ? at : null,
    interrupts: isWaiting ? view.interrupts : [],
  }
}
