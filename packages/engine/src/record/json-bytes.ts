import type { Json } from '@lathe/contract'

/** Long texts are measured once while several spans pass them on. */
const LONG = 10_000
const CACHE_SIZE = 8
const measured = new Map<string, number>()

/** Returns the UTF-8 bytes of a value's JSON. */
export function jsonBytes(value: Json): number {
  if (typeof value === 'string') return textBytes(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return plainBytes(value)
  let bytes = 1
  for (const [key, item] of Object.entries(value)) {
    const size = typeof item === 'string' ? textBytes(item) : plainBytes(item)
    // A comma or the closing brace follows.
    bytes += plainBytes(key) + 1 + size + 1
  }
  return Math.max(bytes, 2)
}

/** Any character that JSON escapes or UTF-8 encodes in several bytes. */
const NEEDS_ENCODING = /[^ !#-[\]-~]/

const plainBytes = (value: Json) => Buffer.byteLength(JSON.stringify(value))

function textBytes(text: string): number {
  if (text.length < LONG) return plainBytes(text)
  const cached = measured.get(text)
  if (cached !== undefined) return cached
  const bytes = NEEDS_ENCODING.test(text) ? plainBytes(text) : text.length + 2
  const [oldest] = measured.keys()
  if (measured.size >= CACHE_SIZE && oldest !== undefined) measured.delete(oldest)
  measured.set(text, bytes)
  return bytes
}
