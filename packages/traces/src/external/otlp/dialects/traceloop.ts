import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import { isEmpty, toList, toObject, nonEmptyText } from '../../fields.ts'
import { readMessages } from '../../messages/read-message.ts'
import { parseJsonText } from '../attributes.ts'

/**
 * Traceloop encodes structured content as text: the parts of a message, or messages of the
 * Responses API.
 */
export function unwrapMessage(message: Json): Json[] {
  const [first, ...otherParts] = toList(toObject(message)['parts']).map(toObject)
  const nestedMessage =
    first?.['type'] === 'text' && otherParts.length === 0
      ? nonEmptyText(first['content'])
      : undefined
  const list = toList(parseJsonText(nestedMessage))
  if (list.length === 0) return [message]
  if (readMessages(list)) return list
  if (!list.every((part) => PARTS.has(toObject(part)['type']))) return [message]
  return [{ role: toObject(message)['role'] ?? 'user', content: list }]
}

const PARTS = new Set<Json | undefined>(['text', 'image_url', 'image', 'input_text', 'input_image'])

/**
 * Returns the arguments of a LangChain tool, which Traceloop encodes as text in a list. Undefined
 * for other spans.
 */
export function traceloopArguments(attributes: JsonObject): JsonObject | undefined {
  const { args, ...otherInputs } = toObject(parseJsonText(attributes['traceloop.entity.input']))
  const [first, ...otherArgs] = toList(args)
  const parsedArguments = parseJsonText(first)
  const isSingleText = typeof first === 'string' && otherArgs.length === 0 && isEmpty(otherInputs)
  return isSingleText && isJsonObject(parsedArguments) ? parsedArguments : undefined
}
