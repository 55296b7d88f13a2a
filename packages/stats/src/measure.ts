/** Closed, in the unit of what was estimated; `level` is 0.95 for a 95 % interval. */
export type Interval = { low: number; high: number; level: number }

export const excludesZero = ({ low, high }: Interval): boolean => low > 0 || high < 0

/** The middle of a sample: what a variant's cases are boiled down to. */
export type Centre = 'mean' | 'median'

export const mean = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const medianSorted = (sorted: Float64Array): number =>
  ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2

export const computeCentre = (centre: Centre, values: Float64Array): number =>
  centre === 'mean' ? mean(values) : medianSorted(values.toSorted())

/** With n − 1 in the denominator; 0 for a single value. */
export function standardDeviation(values: Float64Array): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/**
 * What is compared: `pass` is 0 or 1, `score` in [0, 1], `latency` in milliseconds, `tokens` a count, `cost` in dollars.
 * Of pass and score more is better, of the others less.
 */
export type Measure = 'pass' | 'score' | 'latency' | 'tokens' | 'cost'

export const isMoreBetter = (measure: Measure): boolean => measure === 'pass' || measure === 'score'

/** One slow call must not decide a comparison of latencies. */
export const measureCentre = (measure: Measure): Centre =>
  measure === 'latency' ? 'median' : 'mean'

/** What an outcome of this measure must be, or undefined when it is that. */
export function findOutcomeProblem(measure: Measure, value: number): string | undefined {
  if (measure === 'pass') return value === 0 || value === 1 ? undefined : 'neither 0 nor 1'
  if (!Number.isFinite(value) || value < 0) return 'not a number from 0'
  return measure === 'score' && value > 1 ? 'above 1' : undefined
}
