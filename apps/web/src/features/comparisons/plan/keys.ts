import { v4 } from 'uuid'

/** A random key that collides neither with existing ones nor with those of other users. */
export function freeKey(existing: readonly { key: string }[], prefix: string): string {
  const [key = prefix] = freeKeys(existing, prefix, 1)
  return key
}

const CHANCE_DIGITS = 8

/** Several keys that are not in use. */
export function freeKeys(
  existing: readonly { key: string }[],
  prefix: string,
  count: number,
): string[] {
  const keys = new Set(existing.map(({ key }) => key))
  const free = new Set<string>()
  while (free.size < count) {
    const key = prefix + v4().slice(0, CHANCE_DIGITS)
    if (!keys.has(key)) free.add(key)
  }
  return [...free]
}

/** `v1` → `v1 copy` → `v1 copy 2`. */
export function copyName(name: string, existing: readonly { name: string }[]): string {
  const names = new Set(existing.map((item) => item.name))
  const copy = `${name.replace(/ copy( \d+)?$/, '').slice(0, 90)} copy`
  if (!names.has(copy)) return copy
  for (let number = 2; ; number += 1) {
    if (!names.has(`${copy} ${number}`)) return `${copy} ${number}`
  }
}

/** Reinserts a removed item at its previous position. */
export function reinsert<T extends { key: string }>(
  now: readonly T[],
  before: readonly T[],
  removed: T,
): T[] {
  if (now.some(({ key }) => key === removed.key)) return [...now]
  const index = before.findIndex(({ key }) => key === removed.key)
  return [...now.slice(0, index), removed, ...now.slice(index)]
}
