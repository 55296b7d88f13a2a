import { BaseMessage } from '@langchain/core/messages'
import { isObject } from './json.ts'
import type { Json } from './recording.ts'

const ROLES: Record<string, string> = { human: 'user', ai: 'assistant' }

/** Converts a state value to plain data, with messages in Lathe's format and without ids. */
export function toPlain(value: unknown): Json {
  if (BaseMessage.isInstance(value)) return message(value)
  if (Array.isArray(value)) return value.map(toPlain)
  if (typeof value !== 'object' || value === null) return (value as Json | undefined) ?? null
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item)]))
}

function message(source: BaseMessage): Json {
  const calls: unknown = 'tool_calls' in source ? source.tool_calls : undefined
  return {
    role: ROLES[source.type] ?? source.type,
    content: toPlain(source.content),
    ...(Array.isArray(calls) &&
      calls.length > 0 && {
        toolCalls: calls.map((call: { name: string; args: object }) => ({
          name: call.name,
          args: toPlain(call.args),
        })),
      }),
  }
}

/** Removes generated ids, and message fields that LangChain does not keep. */
export function removeIds(value: Json): Json {
  if (Array.isArray(value)) return value.map(removeIds)
  if (!isObject(value)) return value
  if (!('role' in value && 'content' in value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, removeIds(item)]))
  }
  const { role = null, content = null, toolCalls } = value
  return {
    role,
    content,
    ...(Array.isArray(toolCalls) &&
      toolCalls.length > 0 && {
        toolCalls: toolCalls
          .filter(isObject)
          .map(({ name = null, args = null }) => ({ name, args })),
      }),
  }
}
