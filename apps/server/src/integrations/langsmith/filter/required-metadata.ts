import { type Json, isJsonObject } from '@lathe/contract'
import { holdsSecret, isAlwaysSearchable, toMicros } from '@lathe/traces'
import type { Filter, Literal } from './parse-filter.ts'

/**
 * Requires one of these keys to have this value. A key alone is not enough, because some of its
 * values are not indexed.
 */
export type RequiredMetadata = { keys: string[]; value: string }

/**
 * Returns the indexed metadata that every matching run has, or undefined if the filter requires
 * none.
 */
export function requiredMetadata(filter: Filter): RequiredMetadata | undefined {
  const tests = filter.op === 'and' ? filter.of : [filter]
  const keys = tests.map(readKeys).find((candidate) => candidate !== undefined)
  const values = tests.map((test) => (isEqual(test, 'metadata_value') ? test.value : undefined))
  const value = values.map(findableValue).find((candidate) => candidate !== undefined)
  if (value !== undefined && keys?.every(isAlwaysSearchable)) return { keys, value }
  return tests
    .filter((test) => test !== filter)
    .map(requiredMetadata)
    .concat(tests.map(requiredByHas))
    .find((candidate) => candidate !== undefined)
}

function readKeys(filter: Filter): string[] | undefined {
  if (isEqual(filter, 'metadata_key')) return [String(filter.value)]
  if (filter.op !== 'in' || filter.field !== 'metadata_key') return undefined
  return filter.values.map(String)
}

type Equal = Extract<Filter, { field: string; value: Literal }>

const isEqual = (filter: Filter, field: string): filter is Equal =>
  filter.op === 'eq' && filter.field === field

/** Handles `has(metadata, '{"customer": "acme"}')`. */
function requiredByHas(filter: Filter): RequiredMetadata | undefined {
  if (filter.op !== 'has' || filter.field !== 'metadata' || typeof filter.value !== 'string')
    return undefined
  const parsedValue = parsed(filter.value)
  return Object.entries(parsedValue !== undefined && isJsonObject(parsedValue) ? parsedValue : {})
    .flatMap(([key, entry]) => {
      const value = typeof entry === 'object' ? undefined : findableValue(entry)
      return value === undefined || !isAlwaysSearchable(key) ? [] : [{ keys: [key], value }]
    })
    .at(0)
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

/**
 * Returns undefined for values that are not indexed verbatim: times, JSON, empty strings and
 * secrets.
 */
function findableValue(value: Literal | undefined): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string') return String(value)
  const isNotPlainText =
    /^\s*[[{]/.test(value) || toMicros(value) !== undefined || holdsSecret(value)
  return isNotPlainText ? undefined : value
}
