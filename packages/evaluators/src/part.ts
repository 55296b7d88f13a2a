import type { Json } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

const LONGEST_QUOTE = 80

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
