import type { Json, JsonObject } from '@lathe/contract'
import { parseJson } from '../../lib/values/parse-json.ts'

/** Returns the channels whose value differs. A removed value becomes null. */
export function parseStateChanges(
  values: JsonObject,
  text: string,
): { changes: JsonObject } | { problem: string } {
  const parsed = parseJson(text)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'The state must be an object with a value for each channel' }
  }
  const edited: Record<string, Json> = value
  const names = [...new Set([...Object.keys(values), ...Object.keys(edited)])]
  const changed = names.filter(
    (name) => JSON.stringify(values[name]) !== JSON.stringify(edited[name]),
  )
  const missing = changed.find((name) => !(name in edited))
  if (missing !== undefined)
    return { problem: `${missing} is missing: clear its value, but keep its name` }
  return { changes: Object.fromEntries(changed.map((name) => [name, edited[name] ?? null])) }
}
