import type { AlertMeasure, AlertRule } from '@lathe/contract'
import { type Histogram, HistogramSum } from '@lathe/traces'
import type { IntervalStats } from './piece.ts'

const PERCENTILES = { p50: 0.5, p95: 0.95, p99: 0.99 }

export const isLatency = (measure: AlertMeasure): measure is keyof typeof PERCENTILES =>
  measure in PERCENTILES

/** Returns the measured value, or null without enough data. */
export function measureValue(
  { measure, least }: Pick<AlertRule, 'measure' | 'least'>,
  stats: IntervalStats,
): number | null {
  const { count, errors, cost, unpriced, tokens, score, latency } = stats
  if (measure === 'count') return count
  if (count < least) return null
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
