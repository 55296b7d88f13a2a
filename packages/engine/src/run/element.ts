import type { GraphDocument } from '@lathe/contract'
import { toJson } from '../record/to-json.ts'

const LONGEST = 80

/** The element a copy of a fan-out is about, as one short line. */
export function elementOf(
  { edges }: GraphDocument,
  node: string,
  input: unknown,
): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const sent = new Map(Object.entries(input))
  const names = edges.flatMap(({ to, each }) => (to === node && each ? [each.as] : []))
  const as = names.find((name) => sent.has(name))
  if (as === undefined) return undefined
  const element = sent.get(as)
  const text = typeof element === 'string' ? element : JSON.stringify(toJson(element))
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line
}
