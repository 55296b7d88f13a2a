import type { Json } from '@lathe/contract'

/** Formats JSON; later lines are indented to match the first line. */
export function jsonAt(value: Json, indent: number): string {
  const flat = JSON.stringify(value)
  if (flat.length <= 60) return formatSpaced(value)
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Formats JSON on one line with spaces. */
function formatSpaced(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(formatSpaced).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${formatSpaced(item)}`,
  )
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}

export function pythonLiteral(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(pythonLiteral).join(', ')}]`
  if (typeof value !== 'object') return JSON.stringify(value)
  const entries = Object.entries(value).map(
    ([key, item]) => `${JSON.stringify(key)}: ${pythonLiteral(item)}`,
  )
  return `{${entries.join(', ')}}`
}

/** Quotes text as one word of a POSIX shell. */
export const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Quotes text as JavaScript with single quotes. */
export const quote = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
