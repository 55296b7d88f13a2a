import type { Json } from '@lathe/contract'

const UUID = /[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/gi

/**
 * Values in which generated ids are numbered in the order they appear: two executions that did the same are
 * equal by them. One such function numbers on over all the values it is given.
 */
export function stableIds(): (value: Json) => Json {
  const numbers = new Map<string, string>()
  const numbered = (id: string): string => {
    const known = numbers.get(id) ?? `id ${numbers.size + 1}`
    numbers.set(id, known)
    return known
  }
  const stable = (value: Json): Json => {
    if (typeof value === 'string') return value.replaceAll(UUID, numbered)
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(stable)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, stable(item)]))
  }
  return stable
}
