import type { Histogram } from '@lathe/traces'

/** Additive statistics of the traces that ended in an interval. */
export type Piece = {
  count: number
  errors: number
  cost: number
  unpriced: number
  tokens: number
  score: number
  /** Start of the earliest trace, in microseconds. */
  first: number
  latency: Histogram
}

export const nothing = (): Piece => ({
  count: 0,
  errors: 0,
  cost: 0,
  unpriced: 0,
  tokens: 0,
  score: 0,
  first: Number.MAX_SAFE_INTEGER,
  latency: {},
})

const sums = ['count', 'errors', 'cost', 'unpriced', 'tokens', 'score'] as const

/** Adds or subtracts statistics. Subtracting does not restore `first`. */
export function addTo(sum: Piece, added: Piece | undefined, times: 1 | -1 = 1): void {
  if (!added) return
  for (const name of sums) sum[name] += added[name] * times
  sum.first = Math.min(sum.first, added.first)
  for (const bucket in added.latency)
    sum.latency[bucket] = (sum.latency[bucket] ?? 0) + (added.latency[bucket] ?? 0) * times
}
