import type { Centre } from './centre.ts'

/**
 * What is compared: `pass` is 0 or 1, `score` in [0, 1], `latency` in milliseconds, `tokens` a count, `cost` in dollars.
 * Of pass and score more is better, of the others less.
 */
export type Measure = 'pass' | 'score' | 'latency' | 'tokens' | 'cost'

export const isMoreBetter = (measure: Measure): boolean => measure === 'pass' || measure === 'score'

/** One slow call must not decide a comparison of latencies. */
export const centreFor = (measure: Measure): Centre => (measure === 'latency' ? 'median' : 'mean')

/** What an outcome of this measure must be, or undefined when it is that. */
export function complaint(measure: Measure, value: number): string | undefined {
  if (measure === 'pass') return value === 0 || value === 1 ? undefined : 'neither 0 nor 1'
  if (!Number.isFinite(value) || value < 0) return 'not a number from 0'
  return measure === 'score' && value > 1 ? 'above 1' : undefined
}
