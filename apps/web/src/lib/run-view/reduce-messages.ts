import type { Json, Message } from '@lathe/contract'
import { textOf } from '../values/messages.ts'
import type { EventOf, MessageView, RunView, TranscriptItem } from './run-view.ts'

export function applyToken(view: RunView, at: number, event: EventOf<'token'>): RunView {
  const { messageId, channel, text, node, taskId, spanId } = event
  const known = view.messages[messageId]
  const before: MessageView = known ?? {
    id: messageId,
    node,
    taskId,
    spanId,
    at,
    role: 'assistant',
    text: '',
    reasoning: '',
    toolArgs: '',
    message: null,
  }
  const field = channel === 'tool-args' ? 'toolArgs' : channel
  return {
    ...view,
    firstTokenAt: view.firstTokenAt ?? at,
    messages: { ...view.messages, [messageId]: { ...before, [field]: before[field] + text } },
    transcript: known ? view.transcript : [...view.transcript, { type: 'message', id: messageId }],
  }
}

export function applyMessage(view: RunView, at: number, event: EventOf<'message'>): RunView {
  const { message, node, taskId, spanId } = event
  if (message.role === 'tool') return applyToolMessage(view, at, event)
  const id = message.id ?? streamedBy(view, spanId)?.id ?? `${taskId}:${view.lastSeq + 1}`
  const known = view.messages[id]
  const settled: MessageView = {
    id,
    node,
    taskId,
    spanId,
    at: known?.at ?? at,
    role: message.role,
    text: textOf(message),
    reasoning: message.reasoning ?? known?.reasoning ?? '',
    toolArgs: '',
    message,
  }
  const asked = new Set((message.toolCalls ?? []).map((call) => call.id))
  const others = view.transcript.filter((item) => item.type !== 'tool' || !asked.has(item.id))
  return {
    ...view,
    messages: { ...view.messages, [id]: settled },
    transcript: known ? others : [...others, { type: 'message', id }],
  }
}

const streamedBy = (view: RunView, spanId: string | null): MessageView | undefined =>
  Object.values(view.messages).find(
    (message) => message.message === null && spanId !== null && message.spanId === spanId,
  )

/** A tool result belongs to its call. Without a known call it is a separate message. */
function applyToolMessage(view: RunView, at: number, event: EventOf<'message'>): RunView {
  const { message, node } = event
  const id = message.toolCallId ?? message.id ?? `${event.taskId}:${view.lastSeq + 1}`
  // A rejected call never ran: its line shows the reason.
  if (view.refusals[id] !== undefined) return view
  const known = view.toolCalls[id]
  const call = known ?? {
    id,
    name: message.name ?? 'tool',
    node,
    spanId: event.spanId,
    args: undefined,
    error: null,
    startedAt: at,
  }
  const isListed = known !== undefined || isAskedFor(view, id)
  const item: TranscriptItem = { type: 'tool', id }
  return {
    ...view,
    toolCalls: {
      ...view.toolCalls,
      [id]: {
        ...call,
        status: message.status ?? (known?.status === 'error' ? 'error' : 'success'),
        result: known?.result ?? (known?.error ? undefined : contentOf(message)),
        endedAt: known?.endedAt ?? at,
      },
    },
    transcript: isListed ? view.transcript : [...view.transcript, item],
  }
}

export const isAskedFor = (view: RunView, callId: string): boolean =>
  Object.values(view.messages).some(({ message }) =>
    message?.toolCalls?.some((call) => call.id === callId),
  )

const contentOf = (message: Message): Json =>
  typeof message.content === 'string' ? message.content : message.content

/** Drops partial messages: the call restarts and sends its tokens again. */
export function dropUnfinished(view: RunView, taskId?: string): RunView {
  const lost = new Set(
    Object.values(view.messages)
      .filter(({ message }) => message === null)
      .filter((message) => taskId === undefined || message.taskId === taskId)
      .map(({ id }) => id),
  )
  if (lost.size === 0) return view
  return {
    ...view,
    messages: Object.fromEntries(Object.entries(view.messages).filter(([id]) => !lost.has(id))),
    transcript: view.transcript.filter((item) => item.type !== 'message' || !lost.has(item.id)),
  }
}
