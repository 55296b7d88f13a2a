import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, isObject, present, textOf } from '../../fields.ts'
import type { OtlpEvent } from '../otlp-span.ts'
import { MESSAGE_EVENT } from './logfire.ts'
import { readable } from './openinference.ts'

/** What was asked, where each message is an event. */
export const eventMessages = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => messageOfEvent(name, readable(attributes)))

/** What was answered. */
export const choicesOf = (events: OtlpEvent[]): Json[] =>
  events.flatMap(({ name, attributes }) => choiceOfEvent(name, readable(attributes)))

/** Programs that were told not to say what was said send messages with nothing in them. */
export function messageOfEvent(name: string, said: JsonObject): Json[] {
  const role = MESSAGE_EVENT.exec(name)?.[1]
  return role === undefined || isEmpty(said) ? [] : toMessages(role, said)
}

export function choiceOfEvent(name: string, said: JsonObject): Json[] {
  if (name !== 'gen_ai.choice') return []
  const { message, index: _, ...beside } = said
  const { finish_reason, ...rest } = beside
  if (isEmpty(message) && isEmpty(rest)) return []
  return isObject(message)
    ? [present({ role: 'assistant', finish_reason, tool_calls: rest['tool_calls'], ...message })]
    : toMessages('assistant', beside)
}

/** Google has in the content of one what are messages of their own; of a tool's the id is that of its call. */
function toMessages(role: string, { id, content, ...rest }: JsonObject): Json[] {
  const whole = Array.isArray(content) ? content : [content ?? null]
  const messages = whole.filter((one) => isObject(one)).filter((one) => Array.isArray(one['parts']))
  if (messages.length > 0 && messages.length === whole.length)
    return messages.map((one) => ({ ...rest, ...one, role: textOf(one['role']) ?? role }))
  const call = role === 'tool' ? textOf(id) : undefined
  return [
    present({
      role,
      ...(call === undefined ? { id } : { tool_call_id: call }),
      content,
      ...rest,
    }),
  ]
}
