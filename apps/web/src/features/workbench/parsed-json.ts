import type { Json } from '@lathe/contract'

/** The value of a text that is a JSON object or list; anything else stays the text it is. */
export function parsedIfJson(text: string): Json {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}
