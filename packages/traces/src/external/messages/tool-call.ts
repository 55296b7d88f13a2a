import type { Json, JsonObject, ToolCall } from '@lathe/contract'
import { firstText, isObject, objectOf } from '../fields.ts'

/** LangChain's `args`, or OpenAI's arguments as text. */
export function toToolCall(call: JsonObject): ToolCall {
  const inner = objectOf(call['function'])
  return {
    id: firstText(call['call_id'], call['id']) ?? '',
    name: firstText(call['name'], inner['name']) ?? '',
    args: argumentsOf(call['args'] ?? call['arguments'] ?? inner['arguments']),
  }
}

function argumentsOf(value: Json | undefined): JsonObject {
  if (isObject(value)) return value
  if (value === undefined || value === null || value === '') return {}
  if (typeof value !== 'string') return { arguments: value }
  try {
    const parsed: Json = JSON.parse(value) as Json
    return isObject(parsed) ? parsed : { arguments: parsed }
  } catch {
    return { arguments: value }
  }
}
