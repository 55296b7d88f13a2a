import type { Json } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'

type ParsedJson = { value: Json } | { broken: string }

/** A text's value, or why it has none. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { broken: `Not JSON: ${error instanceof Error ? error.message : 'cannot be read'}` }
  }
}

/** The value of a text that is a JSON object or list; anything else, a number too, stays the text it is. */
export const parsedIfJson = (text: string): Json =>
  /^\s*[[{]/.test(text) ? jsonOrText(text) : text
