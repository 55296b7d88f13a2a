import { isSameIncludingOrder, mergeOrder } from '@lathe/graph'
import type { EditedPlan } from './plan-store.ts'

type Sides<T> = { base: T; ours: T; theirs: T }

/** A merge result, and the same without the local changes. */
export type Merge = { merged: EditedPlan; theirs: EditedPlan }

/** Reverts the local changes of a merge. Undefined if later edits conflict. */
export const revertOurs = (now: EditedPlan, { merged, theirs }: Merge): EditedPlan | undefined =>
  mergeEdits({ base: merged, ours: now, theirs })

/** Thrown when both sides changed the same item. */
class MergeConflict extends Error {}

/**
 * Merges two edits of `base` by variant, case, evaluator and setting. Returns undefined if both
 * changed the same item.
 */
export function mergeEdits({ base, ours, theirs }: Sides<EditedPlan>): EditedPlan | undefined {
  const lists = <T extends { key: string }>(pick: (plan: EditedPlan['plan']) => readonly T[]) =>
    mergeLists({ base: pick(base.plan), ours: pick(ours.plan), theirs: pick(theirs.plan) })
  try {
    return {
      name: mergeOne({ base: base.name, ours: ours.name, theirs: theirs.name }),
      plan: {
        ...mergeSettings({ base: base.plan, ours: ours.plan, theirs: theirs.plan }),
        variants: lists(({ variants }) => variants),
        cases: lists(({ cases }) => cases),
        evaluators: lists(({ evaluators }) => evaluators),
      },
    }
  } catch (error) {
    if (error instanceof MergeConflict) return undefined
    throw error
  }
}

function mergeOne<T>({ base, ours, theirs }: Sides<T>): T {
  if (isSameIncludingOrder(theirs, base) || isSameIncludingOrder(ours, theirs)) return ours
  if (isSameIncludingOrder(ours, base)) return theirs
  throw new MergeConflict()
}

const LISTS = new Set(['variants', 'cases', 'evaluators'])

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
  const [base, ourItems, theirItems] = [byKey(sides.base), byKey(sides.ours), byKey(sides.theirs)]
  const merged = new Map<string, T>()
  for (const key of new Set([...ourItems.keys(), ...theirItems.keys()])) {
    const item = mergeOne({
      base: base.get(key),
      ours: ourItems.get(key),
      theirs: theirItems.get(key),
    })
    if (item) merged.set(key, item)
  }
  const order = mergeOrder({
    base: [...base.keys()],
    ours: [...ourItems.keys()],
    theirs: [...theirItems.keys()],
  })
  if (!order) throw new MergeConflict()
  return order.flatMap((key) => merged.get(key) ?? [])
}
