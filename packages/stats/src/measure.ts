/** A closed interval in the unit of the estimate. `level` is 0.95 for a 95 % interval. */
export type Interval = { low: number; high: number; level: number }

/** Whether an interval excludes zero. */
export const excludesZero = ({ low, high }: Interval): boolean => low > 0 || high < 0

/** How a variant's cases are summarised. */
export type Centre = 'mean' | 'median'

/** Arithmetic mean. NaN for no values. */
export const mean = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** Median of sorted values. NaN for no values. */
export const medianSorted = (sorted: Float64Array): number =>
  ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2

/** Returns the mean or median of the values. */
export const computeCentre = (centre: Centre, values: Float64Array): number =>
  centre === 'mean' ? mean(values) : medianSorted(values.toSorted())

/** Sample standard deviation (n − 1 in the denominator). 0 for a single value. */
export function standardDeviation(values: Float64Array): number {
  if (values.length < 2) return 0
  const average = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - average) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/**
 * The compared quantity: `pass` is 0 or 1, `score` in [0, 1], `latency` in milliseconds, `tokens` a
 * count, `cost` in dollars. More is better for pass and score, less for the others.
 */
export type Measure = 'pass' | 'score' | 'latency' | 'tokens' | 'cost'

/** Whether a higher value is better. */
export const isMoreBetter = (measure: Measure): boolean => measure === 'pass' || measure === 'score'

/** Latencies use the median, so that one slow call does not decide a comparison. */
export const measureCentre = (measure: Measure): Centre =>
  measure === 'latency' ? 'median' : 'mean'

/** Returns why a value is not a valid outcome of the measure. Undefined if it is valid. */
export function findOutcomeProblem(measure: Measure, value: number): string | undefined {
  if (measure === 'pass') return value === 0 || value === 1 ? undefined : 'neither 0 nor 1'
  if (!Number.isFinite(value) || value < 0) return 'not a number of at least 0'
  return measure === 'score' && value > 1 ? 'above 1' : undefined
}
