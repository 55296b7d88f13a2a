import { isObject } from './json.ts'

const toArray = <T>(value: T | readonly T[] | null | undefined): readonly T[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value as T]

/** Adds a list or one element. */
export const append = <T>(
  current: readonly T[] | undefined,
  update: T | readonly T[] | null,
): T[] => [...toArray(current), ...toArray(update)]

/** Adds the elements that the list does not contain yet, compared as JSON. */
export function union<T>(current: readonly T[] | undefined, update: T | readonly T[] | null): T[] {
  const seen = new Set<string>()
  return append(current, update).filter((item) => {
    const key = JSON.stringify(item)
    return !seen.has(key) && seen.add(key)
  })
}

/** Overwrites single members of an object. */
export const merge = <T extends object>(current: T, update: Partial<T> | null): T =>
  ({ ...(isObject(current) && current), ...(isObject(update) && update) }) as T

/** Adds numbers; a missing update adds nothing. */
export const sum = (current: number | undefined, update: number | null): number =>
  (current ?? 0) + (update ?? 0)

/** Keeps the smaller number. */
export const min = (current: number | undefined, update: number | null): number =>
  choose(Math.min, current, update)

/** Keeps the larger number. */
export const max = (current: number | undefined, update: number | null): number =>
  choose(Math.max, current, update)

function choose(
  pick: (a: number, b: number) => number,
  current: number | undefined,
  update: number | null,
): number {
  if (typeof current !== 'number') return update as number
  return typeof update === 'number' ? pick(current, update) : current
}

/** Takes the newest value, also where several nodes write in one superstep. */
export const replace = <T>(_: unknown, update: T): T => update

/** Counts how often a run used each limited edge. Null resets the counts. */
export function countEdges(
  counts: Record<string, number>,
  edges: readonly string[] | null,
): Record<string, number> {
  if (edges === null) return {}
  const next = { ...counts }
  for (const edge of edges) next[edge] = (next[edge] ?? 0) + 1
  return next
}
