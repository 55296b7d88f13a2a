const LONGEST = 120

/** A value in a line: text without its breaks, anything else as JSON, cut where it grows long. */
export function oneLine(value: unknown): string {
  if (value === undefined || value === null) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length > LONGEST ? `${flat.slice(0, LONGEST)}…` : flat
}
