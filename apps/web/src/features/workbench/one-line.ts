import { wordsOf } from '../../lib/pictures.ts'

const LONGEST = 120

/** A value in a line: text without its breaks, anything else as JSON, cut where it grows long. */
export function oneLine(value: unknown): string {
  if (value === undefined || value === null) return ''
  const flat = wordsOf(value).replace(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}
