import type { Json, Message } from '@lathe/contract'
import { messageText } from '../values/messages.ts'
import type { EventOf, MessageView, RunView, TranscriptItem } from './run-view.ts'

export function applyToken(view: RunView, timestamp: number, event: EventOf<'token'>): RunView {
  const { messageId, channel, text, node, taskId, spanId } = event
  const existing = view.messages[messageId]
  const before: MessageView = existing ?? {
    id: messageId,
    node,
    taskId,
    spanId,
    createdAt: timestamp,
    role: 'assistant',
    text: '',
    reasoning: '',
    toolArgs: '',
    message: null,
  }
  const field = channel === 'tool-args' ? 'toolArgs' : channel
  return {
    ...view,
    firstTokenAt: view.firstTokenAt ?? timestamp,
    messages: { ...view.messages, [messageId]: { ...before, [field]: before[field] + text } },
    transcript: existing
      ? view.transcript
      : [...view.transcript, { type: 'message', id: messageId }],
  }
}

export function applyMessage(view: RunView, timestamp: number, event: EventOf<'message'>): RunView {
  const { message, node, taskId, spanId } = event
  if (message.role === 'tool') return applyToolMessage(view, timestamp, event)
  const id = message.id ?? findStreamingMessage(view, spanId)?.id ?? `${taskId}:${view.lastSeq + 1}`
  const existing = view.messages[id]
  const finalMessage: MessageView = {
    id,
    node,
    taskId,
    spanId,
    createdAt: existing?.createdAt ?? timestamp,
    role: message.role,
    text: messageText(message),
    reasoning: message.reasoning ?? existing?.reasoning ?? '',
    toolArgs: '',
    message,
  }
  const requestedIds = new Set((message.toolCalls ?? []).map((call) => call.id))
  const otherItems = view.transcript.filter(
    (item) => item.type !== 'tool' || !requestedIds.has(item.id),
  )
  return {
    ...view,
    messages: { ...view.messages, [id]: finalMessage },
    transcript: existing ? otherItems : [...otherItems, { type: 'message', id }],
  }
}

const findStreamingMessage = (view: RunView, spanId: string | null): MessageView | undefined =>
  Object.values(view.messages).find(
    (message) => message.message === null && spanId !== null && message.spanId === spanId,
  )

/** A tool result belongs to its call. Without a known call it is a separate message. */
function applyToolMessage(view: RunView, timestamp: number, event: EventOf<'message'>): RunView {
  const { message, node } = event
  const id = message.toolCallId ?? message.id ?? `${event.taskId}:${view.lastSeq + 1}`
  // A rejected call never ran: its line shows the reason.
  if (view.rejections[id] !== undefined) return view
  const existing = view.toolCalls[id]
  const call = existing ?? {
    id,
    name: message.name ?? 'tool',
    node,
    spanId: event.spanId,
    args: undefined,
    error: null,
    startedAt: timestamp,
  }
  const isListed = existing !== undefined || isRequestedByMessage(view, id)
  const item: TranscriptItem = { type: 'tool', id }
  return {
    ...view,
    toolCalls: {
      ...view.toolCalls,
      [id]: {
        ...call,
        status: message.status ?? (existing?.status === 'error' ? 'error' : 'success'),
        result: existing?.result ?? (existing?.error ? undefined : messageContent(message)),
        endedAt: existing?.endedAt ?? timestamp,
      },
    },
    transcript: isListed ? view.transcript : [...view.transcript, item],
  }
}

export const isRequestedByMessage = (view: RunView, callId: string): boolean =>
  Object.values(view.messages).some(({ message }) =>
    message?.toolCalls?.some((call) => call.id === callId),
  )

const messageContent = (message: Message): Json =>
  typeof message.content === 'string' ? message.content : message.content

/** Drops partial messages: the call restarts and sends its tokens again. */
export function dropPartialMessages(view: RunView, taskId?: string): RunView {
  const droppedIds = new Set(
    Object.values(view.messages)
      .filter(({ message }) => message === null)
      .filter((message) => taskId === undefined || message.taskId === taskId)
      .map(({ id }) => id),
  )
  if (droppedIds.size === 0) return view
  return {
    ...view,
    messages: Object.fromEntries(
      Object.entries(view.messages).filter(([id]) => !droppedIds.has(id)),
    ),
    transcript: view.transcript.filter(
      (item) => item.type !== 'message' || !droppedIds.has(item.id),
    ),
  }
}
