import type { Json, JsonObject } from '@lathe/contract'
import { isObject } from '@lathe/traces'

/** Letters of a text that a cell shows. */
const SHOWN = 600

/** A lone text as it is, anything else as JSON; no more of it than is shown. */
export function excerpt(value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  const lone = isObject(value) && Object.keys(value).length === 1 ? Object.values(value)[0] : value
  return cut(typeof lone === 'string' ? lone : JSON.stringify(value))
}

/** Of several inputs each with its name. */
export function excerptOfInputs(inputs: JsonObject): string {
  const named = Object.entries(inputs)
  if (named.length === 1) return excerpt(inputs)
  return cut(named.map(([name, value]) => `${name}: ${excerpt(value)}`).join('\n'))
}

const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)
