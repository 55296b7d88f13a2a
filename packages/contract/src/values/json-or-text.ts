import type { Json } from '@lathe/nodes/schemas'

/** Parses JSON. Returns any other text unchanged. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
