import type { JsonObject } from '@lathe/contract'
import { isEmpty, isObject } from './fields.ts'

/** Both objects' keys; where they disagree `over` wins, and what it leaves empty erases nothing. */
export function deepMerge(under: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map(Object.entries(under))
  for (const [key, value] of Object.entries(over)) {
    const known = merged.get(key)
    if (isObject(known) && isObject(value)) merged.set(key, deepMerge(known, value))
    else if (known === undefined || !isEmpty(value)) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}
