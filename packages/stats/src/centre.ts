/** The middle of a sample: what a variant's cases are boiled down to. */
export type Centre = 'mean' | 'median'

export const mean = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const medianSorted = (sorted: Float64Array): number =>
  ((sorted[(sorted.length - 1) >> 1] ?? NaN) + (sorted[sorted.length >> 1] ?? NaN)) / 2

export const centreOf = (centre: Centre, values: Float64Array): number =>
  centre === 'mean' ? mean(values) : medianSorted(values.toSorted())

/** With n − 1 in the denominator; 0 for a single value. */
export function standardDeviation(values: Float64Array): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}
