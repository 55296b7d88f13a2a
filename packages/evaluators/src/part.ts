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

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a run said, for whoever reads it: its one output, or its last message; anything else as JSON. */
export function saidIn(output: Json): string {
  if (output === null) return ''
  const last = Array.isArray(output) ? (output.at(-1) ?? null) : null
  if (isObject(last) && typeof last['content'] === 'string') return last['content']
  const [only, ...others] = isObject(output) ? Object.values(output) : []
  return only !== undefined && others.length === 0 ? saidIn(only) : textOf(output)
}
