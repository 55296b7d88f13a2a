import { diffArrays } from 'diff'
import { canonicalJson } from '../document/hash.ts'

/** Beyond this many edits two lists have nothing in common worth aligning. */
const MOST_EDITS = 200

/** Indices of one item in both lists; null where it is in one of them only. */
export type ItemPair = readonly [was: number | null, is: number | null]

/** Equal items find each other; what stands between them in both lists is paired in order. */
export function alignItems(before: readonly unknown[], after: readonly unknown[]): ItemPair[] {
  const parts = diffArrays(before.map(canonicalJson), after.map(canonicalJson), {
    maxEditLength: MOST_EDITS,
  })
  if (!parts) return pairUp(range(0, before.length), range(0, after.length))
  const pairs: ItemPair[] = []
  let [was, is] = [0, 0]
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
