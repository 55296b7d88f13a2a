import { formatValue } from '../../lib/values/pictures.ts'

const MAX_LENGTH = 120

/** Formats a value in one line: text without line breaks, other values as JSON. Cuts long ones. */
export function oneLine(value: unknown): string {
  if (value === undefined || value === null) return ''
  const flat = formatValue(value).replace(/\s+/g, ' ').trim()
  return flat.length > MAX_LENGTH ? `${flat.slice(0, MAX_LENGTH)}…` : flat
}
