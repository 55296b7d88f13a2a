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
  const told = new Set<string>()
  return ({ body }, view) => {
    switch (body.type) {
      case 'token':
        return body.channel === 'tool-args' ? [] : partial(body, view, growing, told)
      case 'message':
        return complete(body, view, growing, told)
      case 'node-end':
        return writtenMessages(body, view.facts.document, told).map((message) => ({
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
  told: Set<string>,
): Frame[] {
  const { messageId: id, channel, text } = body
  const grown = growing.get(id) ?? { text: '', reasoning: '' }
  grown[channel === 'text' ? 'text' : 'reasoning'] += text
  growing.set(id, grown)
  const { text: content, reasoning } = grown
  const said = reasoning === '' ? {} : { reasoning }
  const message = toWireMessage({ id, role: 'assistant', content, ...said })
  return [...metadataOf(id, body, view, told), { event: 'messages/partial', data: [message] }]
}

function complete(
  body: Of<'message'>,
  view: RunView,
  growing: Map<string, Growing>,
  told: Set<string>,
): Frame[] {
  const { message, spanId } = body
  const { id } = message
  if (id === undefined) return []
  growing.delete(id)
  const usage = view.usageOf(spanId)
  const whole: JsonObject = {
    ...toWireMessage(message),
    ...(usage && { usage_metadata: toUsageMetadata(usage) }),
  }
  return [...metadataOf(id, body, view, told), { event: 'messages/complete', data: [whole] }]
}

function metadataOf(
  id: string,
  place: Of<'token'> | Of<'message'>,
  view: RunView,
  told: Set<string>,
): Frame[] {
  if (told.has(id)) return []
  told.add(id)
  const data = { [id]: { metadata: messageMetadata(view, place) } }
  return [{ event: 'messages/metadata', data }]
}
