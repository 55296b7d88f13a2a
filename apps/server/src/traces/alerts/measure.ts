import type { AlertMeasure, AlertRule } from '@lathe/contract'
import { type Histogram, HistogramSum } from '@lathe/traces'
import type { Piece } from './piece.ts'

const SHARES = { p50: 0.5, p95: 0.95, p99: 0.99 }

export const isLatency = (measure: AlertMeasure): measure is keyof typeof SHARES =>
  measure in SHARES

/** Returns the measured value, or null without enough data. */
export function valueOf(
  { measure, least }: Pick<AlertRule, 'measure' | 'least'>,
  piece: Piece,
): number | null {
  const { count, errors, cost, unpriced, tokens, score, latency } = piece
  if (measure === 'count') return count
  if (count < least) return null
  if (measure === 'error-rate') return errors / count
  if (measure === 'tokens') return tokens
  if (measure === 'feedback') return rounded(score / count)
  // An unknown price is not zero.
  if (measure === 'cost') return cost === 0 && unpriced > 0 ? null : cost
  const micros = percentile(latency, SHARES[measure])
  return micros === null ? null : micros / 1_000
}

function percentile(histogram: Histogram, share: number): number | null {
  const sum = new HistogramSum()
  for (const bucket in histogram) sum.addAt(Number(bucket), histogram[bucket] ?? 0)
  return sum.percentile(share)
}

/** Rounds so that the order of summation does not matter. */
const rounded = (average: number) => Math.round(average * 1e9) / 1e9

type Bound = Pick<AlertRule, 'comparison'> & { threshold: number | null }

export function isBeyond({ comparison, threshold }: Bound, value: number | null): boolean {
  if (value === null || threshold === null) return false
  return comparison === 'above' ? value > threshold : value < threshold
}

export const worse = ({ comparison }: Pick<AlertRule, 'comparison'>, a: number, b: number) =>
  comparison === 'above' ? Math.max(a, b) : Math.min(a, b)
