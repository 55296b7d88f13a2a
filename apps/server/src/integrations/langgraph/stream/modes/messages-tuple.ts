import type { JsonObject, Message, RunEventBody } from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import { toWireMessage } from '../../wire/messages.ts'
import { namespacedEvent, type Frame, type ModeTranslation } from '../frames.ts'
import { messageMetadata } from '../message-metadata.ts'
import type { RunView } from '../run-view.ts'
import { writtenMessages } from '../written-messages.ts'

type EventBody<T> = Extract<RunEventBody, { type: T }>

/** Growing messages as `[chunk, metadata]`. Clients merge chunks by message id. */
export function messagesTuple(): ModeTranslation {
  /** Ids of messages that were at least partly sent. */
  const sentIds = new Set<string>()
  return ({ body }, view) => {
    switch (body.type) {
      case 'token':
        if (body.channel === 'tool-args') return []
        sentIds.add(body.messageId)
        return [tuple(tokenChunk(body), body, view)]
      case 'message':
        return messageFrames(body, view, sentIds)
      case 'node-end':
        return writtenMessages(body, view.facts.document, sentIds).map((message) =>
          tuple(toWireMessage(message), { ...body, spanId: null }, view),
        )
      default:
        return []
    }
  }
}

type MessageOrigin = Pick<EventBody<'message'>, 'node' | 'taskId' | 'superstep' | 'spanId'>

const tuple = (message: JsonObject, origin: MessageOrigin, view: RunView): Frame => ({
  event: namespacedEvent('messages', view.findNamespace(origin.node)),
  data: [message, messageMetadata(view, origin)],
})

function tokenChunk({ messageId, channel, text }: EventBody<'token'>): JsonObject {
  return {
    ...emptyChunk(messageId),
    ...(channel === 'text'
      ? { content: text }
      : { additional_kwargs: { reasoning_content: text } }),
  }
}

const emptyChunk = (id: string): JsonObject => ({
  type: 'AIMessageChunk',
  id,
  content: '',
  additional_kwargs: {},
  response_metadata: {},
  tool_calls: [],
  invalid_tool_calls: [],
  tool_call_chunks: [],
})

/** Sends what the tokens did not contain: tool calls, usage and the end. */
function messageFrames(body: EventBody<'message'>, view: RunView, sentIds: Set<string>): Frame[] {
  const { message, spanId } = body
  const { id } = message
  if (id === undefined) return []
  const usage = view.findUsage(spanId)
  const usageField = usage ? { usage_metadata: toUsageMetadata(usage) } : {}
  if (!sentIds.has(id)) {
    sentIds.add(id)
    return [tuple({ ...toWireMessage(message), ...usageField }, body, view)]
  }
  const rest = { ...emptyChunk(id), tool_call_chunks: callChunks(message), ...usageField }
  return [tuple(rest, body, view)]
}

const callChunks = ({ toolCalls = [] }: Message) =>
  toolCalls.map(({ id, name, args }, index) => ({
    type: 'tool_call_chunk',
    id,
    name,
    args: JSON.stringify(args),
    index,
  }))
