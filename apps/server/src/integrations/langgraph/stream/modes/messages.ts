import type { JsonObject, RunEventBody } from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import { toWireMessage } from '../../wire/messages.ts'
import type { Frame, ModeTranslation } from '../frames.ts'
import { messageMetadata } from '../message-metadata.ts'
import type { RunView } from '../run-view.ts'
import { writtenMessages } from '../written-messages.ts'

type EventBody<T> = Extract<RunEventBody, { type: T }>
type PartialMessage = { text: string; reasoning: string }

/** The older mode: repeats the whole message as it grows, then sends it once complete. */
export function messages(): ModeTranslation {
  const partialMessages = new Map<string, PartialMessage>()
  const sentIds = new Set<string>()
  return ({ body }, view) => {
    switch (body.type) {
      case 'token':
        return body.channel === 'tool-args' ? [] : partial(body, view, partialMessages, sentIds)
      case 'message':
        return complete(body, view, partialMessages, sentIds)
      case 'node-end':
        return writtenMessages(body, view.facts.document, sentIds).map((message) => ({
          event: 'messages/complete',
          data: [toWireMessage(message)],
        }))
      default:
        return []
    }
  }
}

function partial(
  body: EventBody<'token'>,
  view: RunView,
  partialMessages: Map<string, PartialMessage>,
  sentIds: Set<string>,
): Frame[] {
  const { messageId: id, channel, text } = body
  const accumulated = partialMessages.get(id) ?? { text: '', reasoning: '' }
  accumulated[channel === 'text' ? 'text' : 'reasoning'] += text
  partialMessages.set(id, accumulated)
  const { text: content, reasoning } = accumulated
  const reasoningField = reasoning === '' ? {} : { reasoning }
  const message = toWireMessage({ id, role: 'assistant', content, ...reasoningField })
  return [
    ...metadataFrames(id, body, view, sentIds),
    { event: 'messages/partial', data: [message] },
  ]
}

function complete(
  body: EventBody<'message'>,
  view: RunView,
  partialMessages: Map<string, PartialMessage>,
  sentIds: Set<string>,
): Frame[] {
  const { message, spanId } = body
  const { id } = message
  if (id === undefined) return []
  partialMessages.delete(id)
  const usage = view.findUsage(spanId)
  const wireMessage: JsonObject = {
    ...toWireMessage(message),
    ...(usage && { usage_metadata: toUsageMetadata(usage) }),
  }
  return [
    ...metadataFrames(id, body, view, sentIds),
    { event: 'messages/complete', data: [wireMessage] },
  ]
}

function metadataFrames(
  id: string,
  origin: EventBody<'token'> | EventBody<'message'>,
  view: RunView,
  sentIds: Set<string>,
): Frame[] {
  if (sentIds.has(id)) return []
  sentIds.add(id)
  const data = { [id]: { metadata: messageMetadata(view, origin) } }
  return [{ event: 'messages/metadata', data }]
}
