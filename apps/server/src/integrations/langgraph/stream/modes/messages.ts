import type { JsonObject, RunEventBody } from '@lathe/contract'
import { toUsageMetadata } from '@lathe/traces'
import { toWireMessage } from '../../wire/messages.ts'
import type { Frame, ModeTranslation } from '../frames.ts'
import { messageMetadata } from '../message-metadata.ts'
import type { RunView } from '../run-view.ts'
import { writtenMessages } from '../written-messages.ts'

type Of<T> = Extract<RunEventBody, { type: T }>
type Growing = { text: string; reasoning: string }

/** The older mode: repeats the whole message as it grows, then sends it once complete. */
export function messages(): ModeTranslation {
  const growing = new Map<string, Growing>()
  const sentIds = new Set<string>()
  return ({ body }, view) => {
    switch (body.type) {
      case 'token':
        return body.channel === 'tool-args' ? [] : partial(body, view, growing, sentIds)
      case 'message':
        return complete(body, view, growing, sentIds)
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
  body: Of<'token'>,
  view: RunView,
  growing: Map<string, Growing>,
  sentIds: Set<string>,
): Frame[] {
  const { messageId: id, channel, text } = body
  const grown = growing.get(id) ?? { text: '', reasoning: '' }
  grown[channel === 'text' ? 'text' : 'reasoning'] += text
  growing.set(id, grown)
  const { text: content, reasoning } = grown
  const reasoningField = reasoning === '' ? {} : { reasoning }
  const message = toWireMessage({ id, role: 'assistant', content, ...reasoningField })
  return [
    ...metadataFrames(id, body, view, sentIds),
    { event: 'messages/partial', data: [message] },
  ]
}

function complete(
  body: Of<'message'>,
  view: RunView,
  growing: Map<string, Growing>,
  sentIds: Set<string>,
): Frame[] {
  const { message, spanId } = body
  const { id } = message
  if (id === undefined) return []
  growing.delete(id)
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
  place: Of<'token'> | Of<'message'>,
  view: RunView,
  sentIds: Set<string>,
): Frame[] {
  if (sentIds.has(id)) return []
  sentIds.add(id)
  const data = { [id]: { metadata: messageMetadata(view, place) } }
  return [{ event: 'messages/metadata', data }]
}
