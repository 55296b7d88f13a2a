import { isAskedFor } from './reduce-messages.ts'
import type { EventOf, RunView, ToolCallView } from './run-view.ts'

export function applyToolCall(view: RunView, at: number, event: EventOf<'tool-call'>): RunView {
  const { toolCallId: id, name, node, spanId, phase } = event
  const known = view.toolCalls[id]
  const call: ToolCallView = {
    id,
    name,
    node,
    spanId,
    status: phase === 'start' ? 'running' : phase === 'error' ? 'error' : 'success',
    args: event.args ?? known?.args,
    result: event.result ?? known?.result,
    error: event.error ?? null,
    startedAt: phase === 'start' ? at : (known?.startedAt ?? at),
    endedAt: phase === 'start' ? null : at,
  }
  const isListed = known !== undefined || isAskedFor(view, id)
  return {
    ...view,
    toolCalls: { ...view.toolCalls, [id]: call },
    transcript: isListed ? view.transcript : [...view.transcript, { type: 'tool', id }],
  }
}
