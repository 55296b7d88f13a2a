import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

const LONGEST_QUOTE = 80
const LONGEST_REASON = 4_000

/** What stands at a dotted path; undefined when nothing does. */
export function partAt(value: Json, path: string | undefined): Json | undefined {
  let current: Json | undefined = value
  for (const key of path?.split('.') ?? []) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) {
      return undefined
    }
    current = (current as Record<string, Json>)[key]
  }
  return current
}

/** Text as it is, anything else as JSON with sorted keys. */
export const textOf = (value: Json): string =>
  typeof value === 'string' ? value : canonicalJson(value)

/** For a reason: short, and in quotes where it is text. */
export function quote(value: Json): string {
  const text = typeof value === 'string' ? JSON.stringify(value.trim()) : canonicalJson(value)
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text
}

/** It stands in the grid, once a cell. */
export const reasonText = (text: string): string =>
  text.length > LONGEST_REASON ? `${text.slice(0, LONGEST_REASON)}…` : text

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a run said: its one output, or the text of its last message; anything else as it is. */
export function saidPart(output: Json): Json {
  const [only = output, ...others] = isObject(output) ? Object.values(output) : []
  const part = others.length === 0 ? only : output
  const last = Array.isArray(part) ? (part.at(-1) ?? null) : null
  return isObject(last) && 'content' in last ? (contentText(last['content'] ?? null) ?? part) : part
}

/** The same for whoever reads it: JSON where it is no text. */
export const saidIn = (output: Json): string => (output === null ? '' : textOf(saidPart(output)))

/** Of a message: a text, or the texts among its blocks. */
function contentText(content: Json): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content
    .flatMap((block) =>
      isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('')
}
