import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { isEmpty, withoutUndefined, nonEmptyText } from '../../fields.ts'
import type { OtlpEvent } from '../otlp-span.ts'
import { MESSAGE_EVENT } from './logfire.ts'
import { readable } from './openinference.ts'

/** Reads input messages from a span's events. */
export const eventMessages = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => readMessageEvent(name, readable(attributes)))

/** Reads output messages from a span's events. */
export const readChoices = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => readChoiceEvent(name, readable(attributes)))

/** Programs that must not record content send messages without any. */
export function readMessageEvent(name: string, fields: JsonObject): Json[] {
  const role = MESSAGE_EVENT.exec(name)?.[1]
  return role === undefined || isEmpty(fields) ? [] : toMessages(role, fields)
}

/** Reads the output messages of a choice event. Empty for other events. */
export function readChoiceEvent(name: string, fields: JsonObject): Json[] {
  if (name !== 'gen_ai.choice') return []
  const { message, index: _, ...otherFields } = fields
  const { finish_reason, ...rest } = otherFields
  if (isEmpty(message) && isEmpty(rest)) return []
  return isJsonObject(message)
    ? [
        withoutUndefined({
          role: 'assistant',
          finish_reason,
          tool_calls: rest['tool_calls'],
          ...message,
        }),
      ]
    : toMessages('assistant', otherFields)
}

/** Google nests messages in the content of one message. A tool message's id is that of its call. */
function toMessages(role: string, { id, content, ...rest }: JsonObject): Json[] {
  const items = Array.isArray(content) ? content : [content ?? null]
  const messages = items
    .filter((item) => isJsonObject(item))
    .filter((item) => Array.isArray(item['parts']))
  if (messages.length > 0 && messages.length === items.length)
    return messages.map((item) => ({ ...rest, ...item, role: nonEmptyText(item['role']) ?? role }))
  const call = role === 'tool' ? nonEmptyText(id) : undefined
  return [
    withoutUndefined({
      role,
      ...(call === undefined ? { id } : { tool_call_id: call }),
      content,
      ...rest,
    }),
  ]
}
