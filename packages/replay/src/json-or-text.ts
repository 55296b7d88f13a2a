import type { Json } from './tape.ts'

/** The value of a text that is JSON; anything else stays the text it is. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
