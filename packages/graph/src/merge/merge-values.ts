import { alignItems } from '../diff/align.ts'
import { isSameIncludingOrder } from '../document/property-orders.ts'
import { definedKeys, isJsonObject, isSameJson } from '../document/same-json.ts'
import type { Conflicts } from './conflicts.ts'
import { mergeOrder } from './merge-order.ts'

type Members = Readonly<Record<string, unknown>>

/** The values at a path in the common ancestor and on both sides. */
export type Sides<T = unknown> = { base: T; ours: T; theirs: T }

/** Records whose keys are user-defined names instead of schema fields. */
const RECORDS = new Set(['nodes', 'state', 'values', 'args', 'writes', 'input'])
/** Mutually exclusive fields: a value of one form cannot contain a field of another. */
const FORMS = [
  ['value', 'template', 'expression'],
  ['messages', 'name'],
  ['text', 'channel'],
]
const DISCRIMINATORS = ['kind', 'by']

export function mergeValues(conflicts: Conflicts, path: readonly string[], sides: Sides): unknown {
  const { base, ours, theirs } = sides
  const isUnchanged = (a: unknown, b: unknown) => isSameIncludingOrder(a, b, path)
  if (isUnchanged(ours, theirs) || isUnchanged(theirs, base)) return ours
  if (isUnchanged(ours, base)) return theirs
  if (isJsonObject(ours) && isJsonObject(theirs)) {
    const baseMembers = isJsonObject(base) ? base : undefined
    const members = { base: baseMembers ?? {}, ours, theirs }
    if (path.at(-1) === 'properties') {
      const order = mergeOrder(memberNames(members))
      return order
        ? mergeMembers(conflicts, path, members, order)
        : conflicts.resolve(path, base, ours, theirs)
    }
    if (
      RECORDS.has(path.at(-1) ?? '') ||
      hasSameForm(baseMembers ? [baseMembers, ours, theirs] : [ours, theirs])
    ) {
      return mergeMembers(conflicts, path, members)
    }
  }
  if (Array.isArray(base) && Array.isArray(ours) && Array.isArray(theirs)) {
    const merged = mergeLists(conflicts, path, { base, ours, theirs })
    if (merged) return merged
  }
  return conflicts.resolve(path, base, ours, theirs)
}

export function mergeMembers(
  conflicts: Conflicts,
  path: readonly string[],
  { base, ours, theirs }: Sides<Members>,
  order: readonly string[] = Object.values(memberNames({ base, ours, theirs })).flat(),
): Record<string, unknown> {
  const merged = [...new Set(order)].map((key) => [
    key,
    mergeValues(conflicts, [...path, key], {
      base: memberValue(base, key),
      ours: memberValue(ours, key),
      theirs: memberValue(theirs, key),
    }),
  ])
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

const memberNames = ({ base, ours, theirs }: Sides<Members>): Sides<string[]> => ({
  base: definedKeys(base),
  ours: definedKeys(ours),
  theirs: definedKeys(theirs),
})

const memberValue = (members: Members, key: string): unknown =>
  Object.hasOwn(members, key) ? members[key] : undefined

function hasSameForm(sides: readonly Members[]): boolean {
  const [first, ...others] = sides.map((side) =>
    [
      ...DISCRIMINATORS.map((key) => String(memberValue(side, key))),
      ...FORMS.flat().map((key) => memberValue(side, key) !== undefined),
    ].join(' '),
  )
  return others.every((other) => other === first)
}

/** Returns undefined if the two sides cannot be merged into one list. */
function mergeLists(conflicts: Conflicts, path: readonly string[], lists: Sides<unknown[]>) {
  const items = [lists.base, lists.ours, lists.theirs].flat()
  return items.every(isJsonObject)
    ? mergeItems(conflicts, path, lists)
    : items.some((item) => typeof item === 'object' && item !== null)
      ? undefined
      : mergeSets(lists)
}

/** Merges lists of unique names by their additions and removals; keeps the order. */
function mergeSets({ base, ours, theirs }: Sides<unknown[]>): unknown[] | undefined {
  if ([base, ours, theirs].some((list) => new Set(list).size < list.length)) return undefined
  const kept = base.filter((item) => ours.includes(item) && theirs.includes(item))
  const isInOrder = (list: unknown[]) =>
    isSameJson(
      list.filter((item) => kept.includes(item)),
      kept,
    )
  if (!isInOrder(ours) || !isInOrder(theirs)) return undefined
  const added = [...ours, ...theirs].filter((item) => !base.includes(item))
  return [...kept, ...[...new Set(added)].sort((a, b) => (String(a) < String(b) ? -1 : 1))]
}

type Aligned = { kept: Map<number, unknown>; added: Map<number, unknown[]> }

/**
 * Merges by item; returns undefined if both sides inserted different items at the same position.
 */
function mergeItems(
  conflicts: Conflicts,
  path: readonly string[],
  { base, ours, theirs }: Sides<unknown[]>,
): unknown[] | undefined {
  const ourAlignment = align(base, ours)
  const other = align(base, theirs)
  const added = (index: number) => {
    const [a = [], b = []] = [ourAlignment.added.get(index), other.added.get(index)]
    return a.length === 0 || isSameJson(a, b) ? b : b.length === 0 ? a : undefined
  }
  const gaps = [-1, ...base.keys()].map(added)
  if (gaps.includes(undefined)) return undefined
  const merged = base.map((item, index) =>
    mergeValues(conflicts, [...path, String(index)], {
      base: item,
      ours: ourAlignment.kept.get(index),
      theirs: other.kept.get(index),
    }),
  )
  return gaps
    .flatMap((gap, index) => [...(index === 0 ? [] : [merged[index - 1]]), ...(gap ?? [])])
    .filter((item) => item !== undefined)
}

/** Maps each item of `base` to its new version and to the items inserted after it. */
function align(base: readonly unknown[], list: readonly unknown[]): Aligned {
  const aligned: Aligned = { kept: new Map(), added: new Map() }
  let last = -1
  for (const [was, is] of alignItems(base, list)) {
    if (was !== null) last = was
    if (is === null) continue
    if (was !== null) aligned.kept.set(was, list[is])
    else aligned.added.set(last, [...(aligned.added.get(last) ?? []), list[is]])
  }
  return aligned
}
