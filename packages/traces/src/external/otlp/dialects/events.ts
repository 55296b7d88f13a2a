import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, isObject, withoutUndefined, nonEmptyText } from '../../fields.ts'
import type { OtlpEvent } from '../otlp-span.ts'
import { MESSAGE_EVENT } from './logfire.ts'
import { readable } from './openinference.ts'

/** What was asked, where each message is an event. */
export const eventMessages = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => readMessageEvent(name, readable(attributes)))

/** What was answered. */
export const readChoices = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => readChoiceEvent(name, readable(attributes)))

/** Programs that were told not to say what was said send messages with nothing in them. */
export function readMessageEvent(name: string, fields: JsonObject): Json[] {
  const role = MESSAGE_EVENT.exec(name)?.[1]
  return role === undefined || isEmpty(fields) ? [] : toMessages(role, fields)
}

export function readChoiceEvent(name: string, fields: JsonObject): Json[] {
  if (name !== 'gen_ai.choice') return []
  const { message, index: _, ...beside } = fields
  const { finish_reason, ...rest } = beside
  if (isEmpty(message) && isEmpty(rest)) return []
  return isObject(message)
    ? [
        withoutUndefined({
          role: 'assistant',
          finish_reason,
          tool_calls: rest['tool_calls'],
          ...message,
        }),
      ]
    : toMessages('assistant', beside)
}

/** Google has in the content of one what are messages of their own; of a tool's the id is that of its call. */
function toMessages(role: string, { id, content, ...rest }: JsonObject): Json[] {
  const items = Array.isArray(content) ? content : [content ?? null]
  const messages = items
    .filter((item) => isObject(item))
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
