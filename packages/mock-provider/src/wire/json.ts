import * as z from 'zod'

export type JsonObject = { readonly [key: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const JsonSchema = z.record(z.string(), z.unknown())

export const MAX_DEPTH = 128

/** Returns whether a value is nested too deeply for recursive code. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true
    level = level.flatMap((node) =>
      typeof node === 'object' && node !== null ? Object.values(node) : [],
    )
  }
  return false
}

/** Returns undefined for text that is not JSON or is nested too deeply. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(value) ? undefined : value
  } catch {
    return undefined
  }
}
