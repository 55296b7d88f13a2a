import { isSameAsked, mergeOrder } from '@lathe/graph'
import type { Edited } from './plan-store.ts'

type Sides<T> = { base: T; ours: T; theirs: T }

/** A merge result, and the same without the local changes. */
export type Merge = { merged: Edited; theirs: Edited }

/** Reverts the local changes of a merge. Undefined if later edits conflict. */
export const withoutOurs = (now: Edited, { merged, theirs }: Merge): Edited | undefined =>
  mergeEdited({ base: merged, ours: now, theirs })

/** Thrown when both sides changed the same item. */
class Clash extends Error {}

/**
 * Merges two edits of `base` by variant, case, evaluator and setting. Returns undefined if both
 * changed the same item.
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
  if (isSameAsked(theirs, base) || isSameAsked(ours, theirs)) return ours
  if (isSameAsked(ours, base)) return theirs
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
  const order = mergeOrder({
    base: [...base.keys()],
    ours: [...ours.keys()],
    theirs: [...theirs.keys()],
  })
  if (!order) throw new Clash()
  return order.flatMap((key) => merged.get(key) ?? [])
}
