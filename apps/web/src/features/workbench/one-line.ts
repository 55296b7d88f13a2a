import { formatValue } from '../../lib/values/pictures.ts'

const LONGEST = 120

/** Formats a value in one line: text without line breaks, other values as JSON. Cuts long ones. */
export function oneLine(value: unknown): string {
  if (value === undefined || value === null) return ''
  const flat = formatValue(value).replace(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}
