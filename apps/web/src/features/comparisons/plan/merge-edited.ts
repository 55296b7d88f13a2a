import { isSameJson } from '@lathe/graph'
import type { Edited } from './plan-store.ts'

type Sides<T> = { base: T; ours: T; theirs: T }

/** What two people's changes came to, and what it is without those made here. */
export type Merge = { merged: Edited; theirs: Edited }

/** Takes back what was changed here before a merge and leaves what anybody did since; undefined where that builds upon it. */
export const withoutOurs = (now: Edited, { merged, theirs }: Merge): Edited | undefined =>
  mergeEdited({ base: merged, ours: now, theirs })

/** Both changed the same thing, each in its own way. */
class Clash extends Error {}

/**
 * What both sides made of `base`, column by column, row by row, check by check and setting by setting; undefined
 * where both changed the same one.
 */
export function mergeEdited({ base, ours, theirs }: Sides<Edited>): Edited | undefined {
  const lists = <T extends { key: string }>(pick: (plan: Edited['plan']) => readonly T[]) =>
    mergeLists({ base: pick(base.plan), ours: pick(ours.plan), theirs: pick(theirs.plan) })
  try {
    return {
      name: mergeOne({ base: base.name, ours: ours.name, theirs: theirs.name }),
      plan: {
        ...mergeSettings({ base: base.plan, ours: ours.plan, theirs: theirs.plan }),
        variants: lists(({ variants }) => variants),
        cases: lists(({ cases }) => cases),
        checks: lists(({ checks }) => checks),
      },
    }
  } catch (error) {
    if (error instanceof Clash) return undefined
    throw error
  }
}

function mergeOne<T>({ base, ours, theirs }: Sides<T>): T {
  if (isSameJson(theirs, base) || isSameJson(ours, theirs)) return ours
  if (isSameJson(ours, base)) return theirs
  throw new Clash()
}

const LISTS = new Set(['variants', 'cases', 'checks'])

function mergeSettings<T extends object>({ base, ours, theirs }: Sides<T>): T {
  const merged = { ...ours }
  for (const name of Object.keys(theirs) as (keyof T & string)[]) {
    if (LISTS.has(name)) continue
    merged[name] = mergeOne({ base: base[name], ours: ours[name], theirs: theirs[name] })
  }
  return merged
}

const byKey = <T extends { key: string }>(list: readonly T[]) =>
  new Map(list.map((item) => [item.key, item]))

function mergeLists<T extends { key: string }>(sides: Sides<readonly T[]>): T[] {
  const [base, ours, theirs] = [byKey(sides.base), byKey(sides.ours), byKey(sides.theirs)]
  const merged = new Map<string, T>()
  for (const key of new Set([...ours.keys(), ...theirs.keys()])) {
    const item = mergeOne({ base: base.get(key), ours: ours.get(key), theirs: theirs.get(key) })
    if (item) merged.set(key, item)
  }
  return mergeOrder({ base, ours, theirs }).flatMap((key) => merged.get(key) ?? [])
}

/** Whoever moved something leads; what the other side put in stays behind what it was put behind. */
function mergeOrder<T>({ base, ours, theirs }: Sides<Map<string, T>>): string[] {
  const common = (side: Map<string, T>) =>
    [...side.keys()].filter((key) => [base, ours, theirs].every((one) => one.has(key)))
  const order = mergeOne({ base: common(base), ours: common(ours), theirs: common(theirs) })
  const [leading, other] = isSameJson(order, common(theirs)) ? [theirs, ours] : [ours, theirs]
  const behind = new Map<string | undefined, string[]>()
  let last: string | undefined
  for (const key of other.keys()) {
    if (leading.has(key)) last = key
    else behind.set(last, [...(behind.get(last) ?? []), key])
  }
  return [undefined, ...leading.keys()].flatMap((key) => [
    ...(key === undefined ? [] : [key]),
    ...(behind.get(key) ?? []),
  ])
}
