import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, isObject, toList, toObject, nonEmptyText } from '../../fields.ts'
import { readMessages } from '../../messages/read-message.ts'
import { parseJsonText } from '../attributes.ts'

/** Traceloop writes what is no plain text into one: the parts of a message, or messages of the Responses API. */
export function unpackMessage(message: Json): Json[] {
  const [first, ...others] = toList(toObject(message)['parts']).map(toObject)
  const packed =
    first?.['type'] === 'text' && others.length === 0 ? nonEmptyText(first['content']) : undefined
  const list = toList(parseJsonText(packed))
  if (list.length === 0) return [message]
  if (readMessages(list)) return list
  if (!list.every((part) => PARTS.has(toObject(part)['type']))) return [message]
  return [{ role: toObject(message)['role'] ?? 'user', content: list }]
}

const PARTS = new Set<Json | undefined>(['text', 'image_url', 'image', 'input_text', 'input_image'])

/** What a tool of LangChain's was called with stands as a text in the list of its arguments. */
export function traceloopArguments(attributes: JsonObject): JsonObject | undefined {
  const { args, ...others } = toObject(parseJsonText(attributes['traceloop.entity.input']))
  const [first, ...more] = toList(args)
  const parsedArguments = parseJsonText(first)
  const isOne = typeof first === 'string' && more.length === 0 && isEmpty(others)
  return isOne && isObject(parsedArguments) ? parsedArguments : undefined
}
