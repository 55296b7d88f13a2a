import type { Span } from '@lathe/contract'
import { diffArrays } from 'diff'
import { isPlumbing } from '../rows.ts'

/** One span in both traces. Null on the side that lacks it. */
export type SpanPair = { a: Span; b: Span | null } | { a: null; b: Span }

/** Traces with more edits than this have too little in common to be aligned. */
const MAX_EDITS = 2_000

/** Aligns spans by kind and name in start order. Used for traces without recorded calls. */
export function alignSpans(a: readonly Span[], b: readonly Span[]): SpanPair[] {
  const [first, second] = [visibleInOrder(a), visibleInOrder(b)]
  const parts = diffArrays(first.map(spanKey), second.map(spanKey), { maxEditLength: MAX_EDITS })
  if (!parts) return [...first.map(onlyA), ...second.map(onlyB)]
  const pairs: SpanPair[] = []
  let [indexA, indexB] = [0, 0]
  for (const { added, removed, count } of parts) {
    const removedSpans = added ? [] : first.slice(indexA, (indexA += count))
    const addedSpans = removed ? [] : second.slice(indexB, (indexB += count))
    if (added) pairs.push(...addedSpans.map(onlyB))
    else
      pairs.push(...removedSpans.map((span, index) => ({ a: span, b: addedSpans[index] ?? null })))
  }
  return pairs
}

const onlyA = (a: Span): SpanPair => ({ a, b: null })
const onlyB = (b: Span): SpanPair => ({ a: null, b })

const spanKey = ({ kind, name, node }: Span): string => `${kind} ${node ?? name}`

const visibleInOrder = (spans: readonly Span[]): Span[] =>
  spans
    .filter((span) => !isPlumbing(span))
    .sort((first, other) => first.startedAt - other.startedAt)
