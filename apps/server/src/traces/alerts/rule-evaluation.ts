import {
  type AlertMeasure,
  type AlertRule,
  type AlertState,
  RESOLVE_AFTER_EVALUATIONS,
} from '@lathe/contract'
import { type Histogram, HistogramSum } from '@lathe/traces'

const PERCENTILES = { p50: 0.5, p95: 0.95, p99: 0.99 }

export const isLatency = (measure: AlertMeasure): measure is keyof typeof PERCENTILES =>
  measure in PERCENTILES

/** Returns the measured value, or null without enough data. */
export function measureValue(
  { measure, minCount }: Pick<AlertRule, 'measure' | 'minCount'>,
  stats: IntervalStats,
): number | null {
  const { count, errors, cost, unpriced, tokens, score, latency } = stats
  if (measure === 'count') return count
  if (count < minCount) return null
  if (measure === 'error-rate') return errors / count
  if (measure === 'tokens') return tokens
  if (measure === 'feedback') return roundAverage(score / count)
  // An unknown price is not zero.
  if (measure === 'cost') return cost === 0 && unpriced > 0 ? null : cost
  const micros = percentile(latency, PERCENTILES[measure])
  return micros === null ? null : micros / 1_000
}

function percentile(histogram: Histogram, share: number): number | null {
  const sum = new HistogramSum()
  for (const bucket in histogram) sum.addAt(Number(bucket), histogram[bucket] ?? 0)
  return sum.percentile(share)
}

/** Rounds so that the order of summation does not matter. */
const roundAverage = (average: number) => Math.round(average * 1e9) / 1e9

type Threshold = Pick<AlertRule, 'comparison'> & { threshold: number | null }

export function isBeyond({ comparison, threshold }: Threshold, value: number | null): boolean {
  if (value === null || threshold === null) return false
  return comparison === 'above' ? value > threshold : value < threshold
}

export const worse = ({ comparison }: Pick<AlertRule, 'comparison'>, a: number, b: number) =>
  comparison === 'above' ? Math.max(a, b) : Math.min(a, b)

export type EvaluationState = { state: AlertState; calm: number }

type Decision = EvaluationState & { event: 'firing' | 'resolved' | null }

/**
 * Fires at once and resolves only after several calm evaluations, so that a value near the
 * threshold notifies once.
 */
export function decide(
  { state, calm }: EvaluationState,
  value: number | null,
  isBeyond: boolean,
): Decision {
  if (isBeyond) return { state: 'firing', calm: 0, event: state === 'firing' ? null : 'firing' }
  const quietState = value === null ? 'no-data' : 'ok'
  if (state !== 'firing') return { state: quietState, calm: 0, event: null }
  return calm + 1 >= RESOLVE_AFTER_EVALUATIONS
    ? { state: quietState, calm: 0, event: 'resolved' }
    : { state: 'firing', calm: calm + 1, event: null }
}

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
