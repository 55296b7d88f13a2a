import { diffArrays } from 'diff'
import { canonicalJson } from '../document/hash.ts'
import { isJsonObject, isSameJson } from '../document/same-json.ts'

/** Beyond this many edits, alignment is not worth its cost. */
const MAX_EDITS = 200

/** Index of an item in both lists; null if it is missing from one. */
export type ItemPair = readonly [was: number | null, is: number | null]

/**
 * Pairs equal items first, then items of the same role, type or kind. Unpaired items between two
 * pairs are paired in order.
 */
export function alignItems(before: readonly unknown[], after: readonly unknown[]): ItemPair[] {
  const shorter = Math.min(before.length, after.length)
  let head = 0
  while (head < shorter && isSameJson(before[head], after[head])) head += 1
  let tail = 0
  while (tail < shorter - head && isSameJson(before.at(-1 - tail), after.at(-1 - tail))) tail += 1
  const [oldIndex, newIndex] = [before.length - tail, after.length - tail]
  return [
    ...pairUp(range(0, head), range(0, head)),
    ...alignMiddle({ before, after, keys: MATCH_KEYS }, [head, oldIndex], [head, newIndex]),
    ...pairUp(range(oldIndex, before.length), range(newIndex, after.length)),
  ]
}

type Span = readonly [from: number, to: number]

type Lists = {
  before: readonly unknown[]
  after: readonly unknown[]
  /** Keys by which items are matched, the most specific first. */
  keys: readonly ((item: unknown) => string)[]
}

function itemKind(item: unknown): string {
  if (!isJsonObject(item)) return ''
  const kind = item['role'] ?? item['type'] ?? item['kind']
  return typeof kind === 'string' ? kind : ''
}

const MATCH_KEYS = [canonicalJson, itemKind]

function alignMiddle(
  { before, after, keys: [key, ...otherKeys] }: Lists,
  [oldFrom, oldTo]: Span,
  [newFrom, newTo]: Span,
): ItemPair[] {
  const pairInOrder = () => pairUp(range(oldFrom, oldTo), range(newFrom, newTo))
  if (!key || Math.min(oldTo - oldFrom, newTo - newFrom) === 0) return pairInOrder()
  if (oldTo - oldFrom === 1 && newTo - newFrom === 1) return pairInOrder()
  const [oldKeys, newKeys] = [
    before.slice(oldFrom, oldTo).map(key),
    after.slice(newFrom, newTo).map(key),
  ]
  // With a single kind, kinds do not help to align the items.
  if (new Set([...oldKeys, ...newKeys]).size === 1) return pairInOrder()
  const parts = diffArrays(oldKeys, newKeys, { maxEditLength: MAX_EDITS })
  if (!parts) return pairInOrder()
  const pairs: ItemPair[] = []
  let [oldIndex, newIndex] = [oldFrom, newFrom]
  let [removed, added] = [0, 0]
  const flushGap = () => {
    const gap = { before, after, keys: otherKeys }
    pairs.push(...alignMiddle(gap, [oldIndex - removed, oldIndex], [newIndex - added, newIndex]))
    removed = 0
    added = 0
  }
  for (const part of parts) {
    if (part.removed) {
      oldIndex += part.count
      removed += part.count
    } else if (part.added) {
      newIndex += part.count
      added += part.count
    } else {
      flushGap()
      pairs.push(
        ...pairUp(
          range(oldIndex, (oldIndex += part.count)),
          range(newIndex, (newIndex += part.count)),
        ),
      )
    }
  }
  flushGap()
  return pairs
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

const pairUp = (removed: readonly number[], added: readonly number[]): ItemPair[] =>
  range(0, Math.max(removed.length, added.length)).map((index) => [
    removed[index] ?? null,
    added[index] ?? null,
  ])
