import type { Json } from '@lathe/contract'
import { isObject } from '@lathe/traces'

/** Letters of a text that a cell shows. */
const SHOWN = 600

/** A lone text as it is, anything else as JSON; no more of it than is shown. */
export function excerpt(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  const lone = isObject(value) && Object.keys(value).length === 1 ? Object.values(value)[0] : value
  const text = typeof lone === 'string' ? lone : JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
