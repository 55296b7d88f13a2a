import type { Json, JsonObject } from '@lathe/contract'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const objectOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {})

export const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

/** Undefined for everything that says nothing: '' too. */
export const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const firstText = (...values: (Json | undefined)[]): string | undefined =>
  values.map(textOf).find((text) => text !== undefined)

/** What projects and conversations are called: as long as can be asked for, and as it is stored. */
const LONGEST_NAME = 500

export const asName = (text: string | undefined): string | undefined =>
  text?.slice(0, LONGEST_NAME).toWellFormed()

export const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined || value === '') return true
  if (typeof value !== 'object') return false
  for (const _ in value) return false
  return true
}

/** Without what is undefined, so that it can stand where a property may only be absent. */
export function present<T extends object>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: Exclude<T[K], undefined> } = {}
  for (const key in fields) {
    const value = fields[key]
    // The cast holds: what is undefined was left out.
    if (value !== undefined) kept[key] = value as Exclude<T[typeof key], undefined>
  }
  return kept
}
