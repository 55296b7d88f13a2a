import { BaseMessage } from '@langchain/core/messages'
import type { Json } from '@lathe/contract'
import { toMessage } from './to-message.ts'

const MAX_DEPTH = 64

/** What JSON would make of a value, with messages as the contract has them; plain data is not copied. */
export function toJson(value: unknown, depth = 0): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : objectToJson(value, depth)
    default:
      return null
  }
}

export const toJsonRecord = (values: Record<string, unknown>): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, toJson(value)]),
  )

function objectToJson(value: object, depth: number): Json {
  if (depth > MAX_DEPTH) return '[nested too deeply]'
  if (Array.isArray(value)) return arrayToJson(value, depth)
  if (BaseMessage.isInstance(value)) return messageToJson(value)
  if (value instanceof Error) return { name: value.name, message: value.message }
  if (value instanceof Map) return toJson(Object.fromEntries(value), depth + 1)
  if (value instanceof Set) return arrayToJson([...value], depth)
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return toJson(value.toJSON(), depth + 1)
  }
  return recordToJson(value, depth)
}

function messageToJson(value: BaseMessage): Json {
  // Absent fields are left out of a converted message, never undefined.
  const message: unknown = toMessage(value)
  return message as Json
}

function arrayToJson(items: unknown[], depth: number): Json[] {
  const converted = items.map((item) => toJson(item, depth + 1))
  return isSame(items, converted) ? items : converted
}

const isSame = (items: unknown[], converted: Json[]): items is Json[] =>
  items.every((item, index) => item === converted[index])

function recordToJson(record: object, depth: number): Json {
  const converted: Record<string, Json> = {}
  let isPlain = true
  for (const [key, item] of Object.entries(record)) {
    if (item === undefined || typeof item === 'function' || typeof item === 'symbol') {
      isPlain = false
      continue
    }
    const json = toJson(item, depth + 1)
    converted[key] = json
    if (json !== item) isPlain = false
  }
  // The cast holds because every value turned out to be its own JSON.
  return isPlain ? (record as Record<string, Json>) : converted
}
