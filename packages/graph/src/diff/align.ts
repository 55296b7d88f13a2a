import { diffArrays } from 'diff'
import { canonicalJson } from '../document/hash.ts'
import { isJsonObject, isSameJson } from '../document/same-json.ts'

/** Beyond this many edits, alignment is not worth its cost. */
const MOST_EDITS = 200

/** Index of an item in both lists; null if it is missing from one. */
export type ItemPair = readonly [was: number | null, is: number | null]

/**
 * Pairs equal items first, then items of the same role, type or kind. Unpaired items between two
 * pairs are paired in order.
 */
export function alignItems(before: readonly unknown[], after: readonly unknown[]): ItemPair[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isSameJson(before[head], after[head])) head += 1
  let tail = 0
  while (tail < most - head && isSameJson(before.at(-1 - tail), after.at(-1 - tail))) tail += 1
  const [was, is] = [before.length - tail, after.length - tail]
  return [
    ...pairUp(range(0, head), range(0, head)),
    ...alignMiddle({ before, after, by: BY }, [head, was], [head, is]),
    ...pairUp(range(was, before.length), range(is, after.length)),
  ]
}

type Span = readonly [from: number, to: number]

type Lists = {
  before: readonly unknown[]
  after: readonly unknown[]
  /** Keys by which items are matched, the most specific first. */
  by: readonly ((item: unknown) => string)[]
}

function kindOf(item: unknown): string {
  if (!isJsonObject(item)) return ''
  const kind = item['role'] ?? item['type'] ?? item['kind']
  return typeof kind === 'string' ? kind : ''
}

const BY = [canonicalJson, kindOf]

function alignMiddle(
  { before, after, by: [key, ...others] }: Lists,
  [wasFrom, wasTo]: Span,
  [isFrom, isTo]: Span,
): ItemPair[] {
  const whole = () => pairUp(range(wasFrom, wasTo), range(isFrom, isTo))
  if (!key || Math.min(wasTo - wasFrom, isTo - isFrom) === 0) return whole()
  if (wasTo - wasFrom === 1 && isTo - isFrom === 1) return whole()
  const [old, now] = [before.slice(wasFrom, wasTo).map(key), after.slice(isFrom, isTo).map(key)]
  // With a single kind, kinds do not help to align the items.
  if (new Set([...old, ...now]).size === 1) return whole()
  const parts = diffArrays(old, now, { maxEditLength: MOST_EDITS })
  if (!parts) return whole()
  const pairs: ItemPair[] = []
  let [was, is] = [wasFrom, isFrom]
  let [removed, added] = [0, 0]
  const settle = () => {
    const gap = { before, after, by: others }
    pairs.push(...alignMiddle(gap, [was - removed, was], [is - added, is]))
    removed = 0
    added = 0
  }
  for (const part of parts) {
    if (part.removed) {
      was += part.count
      removed += part.count
    } else if (part.added) {
      is += part.count
      added += part.count
    } else {
      settle()
      pairs.push(...pairUp(range(was, (was += part.count)), range(is, (is += part.count))))
    }
  }
  settle()
  return pairs
}

const range = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

const pairUp = (removed: readonly number[], added: readonly number[]): ItemPair[] =>
  range(0, Math.max(removed.length, added.length)).map((index) => [
    removed[index] ?? null,
    added[index] ?? null,
  ])
