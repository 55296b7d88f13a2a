import type { Histogram } from '@lathe/traces'

/** Additive statistics of the traces that ended in an interval. */
export type IntervalStats = {
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

export const emptyStats = (): IntervalStats => ({
  count: 0,
  errors: 0,
  cost: 0,
  unpriced: 0,
  tokens: 0,
  score: 0,
  first: Number.MAX_SAFE_INTEGER,
  latency: {},
})

const ADDITIVE_FIELDS = ['count', 'errors', 'cost', 'unpriced', 'tokens', 'score'] as const

/** Adds or subtracts statistics. Subtracting does not restore `first`. */
export function addStats(
  sum: IntervalStats,
  addend: IntervalStats | undefined,
  factor: 1 | -1 = 1,
): void {
  if (!addend) return
  for (const name of ADDITIVE_FIELDS) sum[name] += addend[name] * factor
  sum.first = Math.min(sum.first, addend.first)
  for (const bucket in addend.latency)
    sum.latency[bucket] = (sum.latency[bucket] ?? 0) + (addend.latency[bucket] ?? 0) * factor
}
