import type { Json, JsonObject } from '@lathe/contract'
import { listOf, objectOf, textOf } from '../fields.ts'

const MAX_DEPTH = 32

export const idOf = (value: Json | undefined) => textOf(value)?.toLowerCase() ?? ''

/** Nanoseconds as text, since they are more than a number holds. */
export function microsOf(value: Json | undefined): number {
  if (typeof value === 'number') return Math.floor(value / 1_000)
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return Number.NaN
  return Number(BigInt(value) / 1_000n)
}

export const attributesOf = (value: Json | undefined): JsonObject =>
  Object.fromEntries(
    listOf(value)
      .map(objectOf)
      .flatMap(({ key, value: held }) =>
        typeof key === 'string' ? [[key, valueOf(held, 0)] as const] : [],
      ),
  )

export function valueOf(value: Json | undefined, depth: number): Json {
  const any = objectOf(value)
  if (depth > MAX_DEPTH) return null
  if (any['stringValue'] !== undefined) return any['stringValue']
  if (any['boolValue'] !== undefined) return any['boolValue']
  if (any['intValue'] !== undefined) return Number(any['intValue'])
  if (any['doubleValue'] !== undefined) return any['doubleValue']
  if (any['bytesValue'] !== undefined) return bytesOf(any['bytesValue'])
  if (any['arrayValue'] !== undefined)
    return listOf(objectOf(any['arrayValue'])['values']).map((one) => valueOf(one, depth + 1))
  if (any['kvlistValue'] !== undefined)
    return Object.fromEntries(
      listOf(objectOf(any['kvlistValue'])['values'])
        .map(objectOf)
        .map(({ key, value: held }) => [textOf(key) ?? '', valueOf(held, depth + 1)]),
    )
  return null
}

/** Python sends JSON as bytes, so bytes are text wherever they can be. */
function bytesOf(value: Json): Json {
  if (typeof value !== 'string') return value
  try {
    const bytes = Uint8Array.from(atob(value), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return value
  }
}
