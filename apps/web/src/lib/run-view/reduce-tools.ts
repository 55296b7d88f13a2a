import { isRequestedByMessage } from './reduce-messages.ts'
import type { EventOf, RunView, ToolCallView } from './run-view.ts'

export function applyToolCall(
  view: RunView,
  timestamp: number,
  event: EventOf<'tool-call'>,
): RunView {
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
