import type { JsonObject, Message, RunEventBody } from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import { toWireMessage } from '../../wire/messages.ts'
import { inNamespace, type Frame, type ModeTranslation } from '../frames.ts'
import { messageMetadata } from '../message-metadata.ts'
import type { RunView } from '../run-view.ts'
import { writtenMessages } from '../written-messages.ts'

type Of<T> = Extract<RunEventBody, { type: T }>

/** Growing messages as `[chunk, metadata]`. Clients merge chunks by message id. */
export function messagesTuple(): ModeTranslation {
  /** Ids of messages that were at least partly sent. */
  const told = new Set<string>()
  return ({ body }, view) => {
    switch (body.type) {
      case 'token':
        if (body.channel === 'tool-args') return []
        told.add(body.messageId)
        return [tuple(chunkOf(body), body, view)]
      case 'message':
        return messageFrames(body, view, told)
      case 'node-end':
        return writtenMessages(body, view.facts.document, told).map((message) =>
          tuple(toWireMessage(message), { ...body, spanId: null }, view),
        )
      default:
        return []
    }
  }
}

type Place = Pick<Of<'message'>, 'node' | 'taskId' | 'superstep' | 'spanId'>

const tuple = (message: JsonObject, place: Place, view: RunView): Frame => ({
  event: inNamespace('messages', view.namespaceOf(place.node)),
  data: [message, messageMetadata(view, place)],
})

function chunkOf({ messageId, channel, text }: Of<'token'>): JsonObject {
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
function messageFrames(body: Of<'message'>, view: RunView, told: Set<string>): Frame[] {
  const { message, spanId } = body
  const { id } = message
  if (id === undefined) return []
  const usage = view.usageOf(spanId)
  const spent = usage ? { usage_metadata: toUsageMetadata(usage) } : {}
  if (!told.has(id)) {
    told.add(id)
    return [tuple({ ...toWireMessage(message), ...spent }, body, view)]
  }
  const rest = { ...emptyChunk(id), tool_call_chunks: callChunks(message), ...spent }
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
