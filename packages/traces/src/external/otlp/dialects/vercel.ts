import type { Json, JsonObject } from '@lathe/contract'
import { toList, toObject, nonEmptyText } from '../../fields.ts'
import { parseJsonText } from '../attributes.ts'

/**
 * Moves tool calls and tool results out of the content. A message with several tool results becomes
 * several messages.
 */
export function fromVercel(item: Json): Json[] {
  const { content, ...message } = toObject(item)
  if (!Array.isArray(content)) return [item]
  const partType = (part: Json) => toObject(part)['type']
  const answers = content.map(toObject).filter((part) => partType(part) === 'tool-result')
  if (answers.length > 0) return answers.map((answer) => ({ ...message, ...toAnswer(answer) }))
  const calls = content.map(toObject).filter((part) => partType(part) === 'tool-call')
  const thoughts = content.map(toObject).filter((part) => partType(part) === 'reasoning')
  const reasoning = thoughts.map(({ text }) => nonEmptyText(text) ?? '').join('\n')
  return [
    {
      ...message,
      content: content.filter((part) => !NON_TEXT_PARTS.has(partType(part))),
      ...(reasoning !== '' && { reasoning }),
      ...(calls.length > 0 && { tool_calls: calls.map(toCall) }),
    },
  ]
}

const NON_TEXT_PARTS = new Set<Json | undefined>(['tool-call', 'reasoning'])

function toAnswer({ toolCallId, output, result }: JsonObject): JsonObject {
  // `{ type: 'json', value }` since version 5.
  const value = toObject(output)['value'] ?? output ?? result ?? null
  return {
    content: typeof value === 'string' ? value : JSON.stringify(value),
    tool_call_id: toolCallId ?? '',
  }
}

const toCall = (call: JsonObject): JsonObject => ({
  id: call['toolCallId'] ?? '',
  name: call['toolName'] ?? '',
  args: parseJsonText(call['input'] ?? call['args']) ?? {},
})

/** A requested object is the answer of the model call, and the output of the spans around it. */
export function vercelAnswer(attributes: JsonObject): Json[] {
  const calls = toList(parseJsonText(attributes['ai.response.toolCalls'])).map(toObject)
  const isCall = /\.do(Generate|Stream)\b/.test(nonEmptyText(attributes['ai.operationId']) ?? '')
  const object = isCall ? nonEmptyText(attributes['ai.response.object']) : undefined
  const text = nonEmptyText(attributes['ai.response.text']) ?? object
  if (calls.length === 0 && text === undefined) return []
  const reasoning = nonEmptyText(attributes['ai.response.reasoning'])
  return [
    {
      role: 'assistant',
      content: text ?? '',
      tool_calls: calls.map(toCall),
      ...(reasoning !== undefined && { reasoning }),
    },
  ]
}

/** Returns embedded values, which are sent as JSON text. Undefined if there are none. */
export function vercelValues(attributes: JsonObject): JsonObject | undefined {
  const values = toList(attributes['ai.values']).map((value) => parseJsonText(value) ?? value)
  return values.length > 0 ? { input: values } : undefined
}

/** Returns embedding vectors, which are sent as JSON text. Undefined if there are none. */
export function vercelVectors(attributes: JsonObject): JsonObject | undefined {
  const vectors = toList(attributes['ai.embeddings']).map(
    (vector) => parseJsonText(vector) ?? vector,
  )
  return vectors.length > 0 ? { embeddings: vectors } : undefined
}
