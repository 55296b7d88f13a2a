import { isSameIncludingOrder, mergeOrder } from '@lathe/graph'
import type { EditedPlan } from './plan-store.ts'

type Sides<T> = { base: T; local: T; remote: T }

/** A merge result, and the same without the local changes. */
export type Merge = { merged: EditedPlan; remote: EditedPlan }

/** Reverts the local changes of a merge. Undefined if later edits conflict. */
export const revertLocal = (now: EditedPlan, { merged, remote }: Merge): EditedPlan | undefined =>
  mergeEdits({ base: merged, local: now, remote })

/** Thrown when both sides changed the same item. */
class MergeConflict extends Error {}

/**
 * Merges two edits of `base` by variant, case, evaluator and setting. Returns undefined if both
 * changed the same item.
 */
export function mergeEdits({ base, local, remote }: Sides<EditedPlan>): EditedPlan | undefined {
  const lists = <T extends { key: string }>(pick: (plan: EditedPlan['plan']) => readonly T[]) =>
    mergeLists({ base: pick(base.plan), local: pick(local.plan), remote: pick(remote.plan) })
  try {
    return {
      name: mergeOne({ base: base.name, local: local.name, remote: remote.name }),
      plan: {
        ...mergeSettings({ base: base.plan, local: local.plan, remote: remote.plan }),
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

function mergeOne<T>({ base, local, remote }: Sides<T>): T {
  if (isSameIncludingOrder(remote, base) || isSameIncludingOrder(local, remote)) return local
  if (isSameIncludingOrder(local, base)) return remote
  throw new MergeConflict()
}

const LISTS = new Set(['variants', 'cases', 'evaluators'])

function mergeSettings<T extends object>({ base, local, remote }: Sides<T>): T {
  const merged = { ...local }
  for (const name of Object.keys(remote) as (keyof T & string)[]) {
    if (LISTS.has(name)) continue
    merged[name] = mergeOne({ base: base[name], local: local[name], remote: remote[name] })
  }
  return merged
}

const byKey = <T extends { key: string }>(list: readonly T[]) =>
  new Map(list.map((item) => [item.key, item]))

function mergeLists<T extends { key: string }>(sides: Sides<readonly T[]>): T[] {
  const [base, localItems, remoteItems] = [
    byKey(sides.base),
    byKey(sides.local),
    byKey(sides.remote),
  ]
  const merged = new Map<string, T>()
  for (const key of new Set([...localItems.keys(), ...remoteItems.keys()])) {
    const item = mergeOne({
      base: base.get(key),
      local: localItems.get(key),
      remote: remoteItems.get(key),
    })
    if (item) merged.set(key, item)
  }
  const order = mergeOrder({
    base: [...base.keys()],
    ours: [...localItems.keys()],
    theirs: [...remoteItems.keys()],
  })
  if (!order) throw new MergeConflict()
  return order.flatMap((key) => merged.get(key) ?? [])
}
