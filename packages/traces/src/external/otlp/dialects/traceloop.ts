import type { Json, JsonObject } from '@lathe/contract'
import { isEmpty, isObject, listOf, objectOf, textOf } from '../../fields.ts'
import { readMessages } from '../../messages/read-message.ts'
import { parsed } from '../attributes.ts'

/** Traceloop writes what is no plain text into one: the parts of a message, or messages of the Responses API. */
export function unpacked(message: Json): Json[] {
  const [only, ...more] = listOf(objectOf(message)['parts']).map(objectOf)
  const packed =
    only?.['type'] === 'text' && more.length === 0 ? textOf(only['content']) : undefined
  const list = listOf(parsed(packed))
  if (list.length === 0) return [message]
  if (readMessages(list)) return list
  if (!list.every((part) => PARTS.has(objectOf(part)['type']))) return [message]
  return [{ role: objectOf(message)['role'] ?? 'user', content: list }]
}

const PARTS = new Set<Json | undefined>(['text', 'image_url', 'image', 'input_text', 'input_image'])

/** What a tool of LangChain's was called with stands as a text in the list of its arguments. */
export function traceloopArguments(attributes: JsonObject): JsonObject | undefined {
  const { args, ...others } = objectOf(parsed(attributes['traceloop.entity.input']))
  const [only, ...more] = listOf(args)
  const said = parsed(only)
  const isOne = typeof only === 'string' && more.length === 0 && isEmpty(others)
  return isOne && isObject(said) ? said : undefined
}
