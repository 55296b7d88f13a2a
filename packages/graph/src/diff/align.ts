import { diffArrays } from 'diff'
import { canonicalJson } from '../document/hash.ts'
import { isSameJson } from '../document/same-json.ts'

/** Beyond this many edits two lists have nothing in common worth aligning. */
const MOST_EDITS = 200

/** Indices of one item in both lists; null where it is in one of them only. */
export type ItemPair = readonly [was: number | null, is: number | null]

/** Equal items find each other; what stands between them in both lists is paired in order. */
export function alignItems(before: readonly unknown[], after: readonly unknown[]): ItemPair[] {
  const most = Math.min(before.length, after.length)
  let head = 0
  while (head < most && isSameJson(before[head], after[head])) head += 1
  let tail = 0
  while (tail < most - head && isSameJson(before.at(-1 - tail), after.at(-1 - tail))) tail += 1
  const [was, is] = [before.length - tail, after.length - tail]
  return [
    ...pairUp(range(0, head), range(0, head)),
    ...alignMiddle(before, after, [head, was], [head, is]),
    ...pairUp(range(was, before.length), range(is, after.length)),
  ]
}

type Span = readonly [from: number, to: number]

function alignMiddle(
  before: readonly unknown[],
  after: readonly unknown[],
  [wasFrom, wasTo]: Span,
  [isFrom, isTo]: Span,
): ItemPair[] {
  const whole = () => pairUp(range(wasFrom, wasTo), range(isFrom, isTo))
  if (Math.min(wasTo - wasFrom, isTo - isFrom) === 0) return whole()
  if (wasTo - wasFrom === 1 && isTo - isFrom === 1) return whole()
  const parts = diffArrays(
    before.slice(wasFrom, wasTo).map(canonicalJson),
    after.slice(isFrom, isTo).map(canonicalJson),
    { maxEditLength: MOST_EDITS },
  )
  if (!parts) return whole()
  const pairs: ItemPair[] = []
  let [was, is] = [wasFrom, isFrom]
  let removed: number[] = []
  let added: number[] = []
  const settle = () => {
    pairs.push(...pairUp(removed, added))
    removed = []
    added = []
  }
  for (const part of parts) {
    if (part.removed) removed.push(...range(was, (was += part.count)))
    else if (part.added) added.push(...range(is, (is += part.count)))
    else {
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
