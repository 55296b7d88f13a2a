import { isSameJson } from '../document/same-json.ts'
import type { Sides } from './merge-values.ts'

/**
 * Merges two orders. The side that moved names determines the order; additions of the other side
 * stay after their predecessor. Returns undefined if both sides moved names differently.
 */
export function mergeOrder(sides: Sides<readonly string[]>): string[] | undefined {
  const nameSets = [sides.base, sides.ours, sides.theirs].map((names) => new Set(names))
  const common = (names: readonly string[]) =>
    names.filter((name) => nameSets.every((names) => names.has(name)))
  const [base, ours, theirs] = [common(sides.base), common(sides.ours), common(sides.theirs)]
  const isOurs = !isSameJson(ours, base) && !isSameJson(ours, theirs)
  if (isOurs && !isSameJson(theirs, base)) return undefined
  const [leadingNames, otherNames] = isOurs
    ? [sides.ours, sides.theirs]
    : [sides.theirs, sides.ours]
  const leadingSet = new Set(leadingNames)
  const followers = new Map<string | undefined, string[]>()
  let predecessor: string | undefined
  for (const name of otherNames) {
    if (leadingSet.has(name)) predecessor = name
    else followers.set(predecessor, [...(followers.get(predecessor) ?? []), name])
  }
  return [undefined, ...leadingNames].flatMap((name) => [
    ...(name === undefined ? [] : [name]),
    ...(followers.get(name) ?? []),
  ])
}
