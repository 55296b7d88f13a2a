import type { Json } from '@lathe/contract'
import { jsonOrText } from '@lathe/contract/json-or-text'

type ParsedJson = { value: Json } | { problem: string }

/** Parses a text as JSON, or returns why it is invalid. */
export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) as Json }
  } catch (error) {
    return { problem: `Not JSON: ${error instanceof Error ? error.message : 'cannot be read'}` }
  }
}

/** Parses a text that contains a JSON object or list. Other text, numbers included, stays text. */
export const parseIfJson = (text: string): Json => (/^\s*[[{]/.test(text) ? jsonOrText(text) : text)
