import { isSameJson } from '../document/same-json.ts'
import type { Sides } from './merge-values.ts'

/**
 * Merges two orders. The side that moved names determines the order; additions of the other side
 * stay after their predecessor. Returns undefined if both sides moved names differently.
 */
export function mergeOrder(sides: Sides<readonly string[]>): string[] | undefined {
  const known = [sides.base, sides.ours, sides.theirs].map((names) => new Set(names))
  const common = (names: readonly string[]) =>
    names.filter((name) => known.every((one) => one.has(name)))
  const [base, ours, theirs] = [common(sides.base), common(sides.ours), common(sides.theirs)]
  const isOurs = !isSameJson(ours, base) && !isSameJson(ours, theirs)
  if (isOurs && !isSameJson(theirs, base)) return undefined
  const [leading, other] = isOurs ? [sides.ours, sides.theirs] : [sides.theirs, sides.ours]
  const ahead = new Set(leading)
  const behind = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const name of other) {
    if (ahead.has(name)) last = name
    else behind.set(last, [...(behind.get(last) ?? []), name])
  }
  return [undefined, ...leading].flatMap((name) => [
    ...(name === undefined ? [] : [name]),
    ...(behind.get(name) ?? []),
  ])
}
