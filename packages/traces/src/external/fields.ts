import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'

/** Returns a JSON object, or an empty one for any other value. */
export const toObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

/** Returns a JSON array, or an empty one for any other value. */
export const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Returns a non-empty string, undefined for anything else. */
export const nonEmptyText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Returns the first non-empty string. Undefined if there is none. */
export const firstText = (...values: (Json | undefined)[]): string | undefined =>
  values.map(nonEmptyText).find((text) => text !== undefined)

/** The longest name of a project or thread that can be requested, and is stored. */
const MAX_NAME_LENGTH = 500

/** Shortens a name of a project or thread to the stored length. */
export const toName = (text: string | undefined): string | undefined =>
  text?.slice(0, MAX_NAME_LENGTH).toWellFormed()

/** Whether a value is null, undefined, an empty string, an empty array or an empty object. */
export const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}

/** Removes undefined fields, because an optional property may only be absent. */
export function withoutUndefined<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const result: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key in fields) {
    const value = fields[key]
    // The cast holds: undefined values are skipped.
    if (value !== undefined) result[key] = value as Exclude<T[typeof key], undefined>
  }
  return result
}

/** Merges objects recursively. `over` wins, but its empty values never replace existing ones. */
export function deepMerge(defaults: JsonObject, overrides: JsonObject): JsonObject {
  const merged = new Map(Object.entries(defaults))
  for (const [key, value] of Object.entries(overrides)) {
    const existing = merged.get(key)
    if (isJsonObject(existing) && isJsonObject(value)) merged.set(key, deepMerge(existing, value))
    else if (existing === undefined || !isEmpty(value)) merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

const UUID =
  /^([0-9a-f]{8})-?([0-9a-f]{4})-?([1-8][0-9a-f]{3})-?([89ab][0-9a-f]{3})-?([0-9a-f]{12})$/

const STORED_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns a UUID with dashes in lower case, as ids are stored. Undefined if it is not a UUID. */
export function toUuid(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined
  if (STORED_ID.test(text)) return text
  return UUID.exec(text.trim().toLowerCase())?.slice(1).join('-')
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d{1,9}))?(Z|[+-]\d{2}:?\d{2})?$/i

/**
 * Recognizes seconds, milliseconds, microseconds and nanoseconds since 1970 by their number of
 * digits.
 */
const SCALES: [below: number, factor: number][] = [
  [1e11, 1e6],
  [1e14, 1e3],
  [1e17, 1],
  [1e20, 1e-3],
]

/**
 * Converts an ISO time or a number to microseconds since the epoch. A time without a zone is UTC.
 * Undefined if it is invalid.
 */
export function toMicros(value: unknown): number | undefined {
  if (typeof value === 'number') return fromNumber(value)
  if (typeof value !== 'string') return undefined
  const [, day, clock = '', fraction = '', zone = 'Z'] = ISO.exec(value.trim()) ?? []
  if (day === undefined) return undefined
  const seconds = Date.parse(
    `${day}T${clock.length === 5 ? `${clock}:00` : clock}${normalizeZone(zone)}`,
  )
  const micros = seconds * 1_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
  return Number.isSafeInteger(micros) && micros >= 0 ? micros : undefined
}

function fromNumber(value: number): number | undefined {
  const scale = SCALES.find(([limit]) => value < limit)
  const micros = scale && value >= 0 ? Math.round(value * scale[1]) : Number.NaN
  return Number.isSafeInteger(micros) ? micros : undefined
}

const normalizeZone = (zone: string) =>
  zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()

/** Formats microseconds as `2026-11-20T16:14:14.851001Z`. */
export const toIso = (micros: number): string =>
  `${new Date(Math.floor(micros / 1_000)).toISOString().slice(0, -1)}${String(micros % 1_000).padStart(3, '0')}Z`
