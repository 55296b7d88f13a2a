import type { Interval } from './interval.ts'
import { normalCdf, normalQuantile } from './normal.ts'

export type BootstrapInterval = Interval & { method: 'bca' | 'percentile' }

/** Skewness of the jackknife values over six: Efron and Tibshirani 1993, (14.15). 0 when they are all the same. */
export function acceleration(jackknifed: Float64Array): number {
  const middle = jackknifed.reduce((sum, value) => sum + value, 0) / jackknifed.length
  let squares = 0
  let cubes = 0
  for (const value of jackknifed) {
    squares += (middle - value) ** 2
    cubes += (middle - value) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** Φ⁻¹ of the share of replicates below the estimate; replicates equal to it count half on either side. */
function biasCorrection(sorted: Float64Array, estimate: number): number {
  let below = 0
  let equal = 0
  for (const value of sorted) {
    if (value < estimate) below += 1
    else if (value === estimate) equal += 1
  }
  return normalQuantile((below + equal / 2) / sorted.length)
}

/** Order statistics joined on the normal scale: Davison and Hinkley 1997, (5.8), as R's `boot.ci` does. */
function quantile(sorted: Float64Array, p: number): number {
  const last = sorted.length
  const rank = Math.trunc((last + 1) * p)
  if (rank < 1) return sorted[0] ?? NaN
  if (rank >= last) return sorted[last - 1] ?? NaN
  const lower = sorted[rank - 1] ?? NaN
  const upper = sorted[rank] ?? NaN
  const from = normalQuantile(rank / (last + 1))
  const to = normalQuantile((rank + 1) / (last + 1))
  return lower + ((normalQuantile(p) - from) / (to - from)) * (upper - lower)
}

/**
 * Bias-corrected and accelerated bootstrap interval (Efron 1987). Falls back to the percentile interval, and says so,
 * when every replicate lies on one side of the estimate or the acceleration throws the levels off the scale.
 */
export function bcaInterval(
  sample: { estimate: number; replicates: Float64Array; jackknifed: Float64Array },
  level = 0.95,
): BootstrapInterval {
  const sorted = sample.replicates.toSorted()
  const tail = (1 - level) / 2
  const bias = biasCorrection(sorted, sample.estimate)
  const skew = acceleration(sample.jackknifed)
  const shifted = [tail, 1 - tail].map((p) => bias + normalQuantile(p))
  if (Number.isFinite(bias) && shifted.every((z) => skew * z < 1)) {
    const [low = NaN, high = NaN] = shifted.map((z) =>
      quantile(sorted, normalCdf(bias + z / (1 - skew * z))),
    )
    return { low, high, level, method: 'bca' }
  }
  return {
    low: quantile(sorted, tail),
    high: quantile(sorted, 1 - tail),
    level,
    method: 'percentile',
  }
}
