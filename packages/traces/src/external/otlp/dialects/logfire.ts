import type { Json, JsonObject } from '@lathe/contract'
import { toList, toObject } from '../../fields.ts'
import { parseJsonText } from '../attributes.ts'

/** Splits Logfire's list of all messages of a run after the user's last message. */
export function readLogfireMessages(attributes: JsonObject): { inputs: Json[]; outputs: Json[] } {
  const allMessages = toList(parseJsonText(attributes['pydantic_ai.all_messages']))
  const messages =
    allMessages.length > 0
      ? allMessages
      : toList(parseJsonText(attributes['all_messages_events'])).map(toMessage)
  const end = messages.findLastIndex(isRequestItem) + 1
  if (end === 0) return { inputs: messages, outputs: [] }
  return { inputs: messages.slice(0, end), outputs: messages.slice(end) }
}

/** An event may name the role in its name only. */
function toMessage(item: Json): Json {
  const { 'event.name': event, ...message } = toObject(item)
  const role = typeof event === 'string' && MESSAGE_EVENT.exec(event)?.[1]
  return role ? { role, ...message } : item
}

export const MESSAGE_EVENT = /^gen_ai\.(system|user|assistant|tool)\.message$/

/** Tool results count as input. */
function isRequestItem(item: Json): boolean {
  const { role, parts } = toObject(item)
  return (
    role === 'user' &&
    (!Array.isArray(parts) || parts.some((part) => toObject(part)['type'] !== 'tool_call_response'))
  )
}
