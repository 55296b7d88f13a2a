import { type Centre, computeCentre, type Interval } from './measure.ts'
import { normalCdf, normalQuantile } from './normal.ts'
import { drawBeta, type Random } from './random.ts'

/** Up to this size, counting is faster than drawing by rank. */
const MAX_COUNTED = 64

function resampledMeans(values: Float64Array, resamples: number, random: Random): Float64Array {
  const size = values.length
  const means = new Float64Array(resamples)
  const draws = new Uint32Array(size)
  for (let resample = 0; resample < resamples; resample += 1) {
    random.fillBelow(draws, size)
    let sum = 0
    for (let draw = 0; draw < size; draw += 1) sum += values[draws[draw] ?? 0] ?? 0
    means[resample] = sum / size
  }
  return means
}

/** Counts how often each rank is drawn, which gives the median without sorting a resample. */
function mediansByCounting(sorted: Float64Array, resamples: number, random: Random): Float64Array {
  const size = sorted.length
  const draws = new Uint32Array(size)
  const medians = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    draws.fill(0)
    for (let draw = 0; draw < size; draw += 1) {
      const rank = random.below(size)
      draws[rank] = (draws[rank] ?? 0) + 1
    }
    let seen = 0
    let rank = -1
    while (seen <= (size - 1) >> 1) seen += draws[(rank += 1)] ?? size
    const lower = sorted[rank] ?? NaN
    while (seen <= size >> 1) seen += draws[(rank += 1)] ?? size
    medians[resample] = (lower + (sorted[rank] ?? NaN)) / 2
  }
  return medians
}

/**
 * A draw is a uniform position in the sorted values. The middle positions can be drawn directly:
 * the k-th of n uniform numbers is Beta(k, n + 1 − k), and the next one is the smallest of the
 * rest.
 */
function mediansByRank(sorted: Float64Array, resamples: number, random: Random): Float64Array {
  const size = sorted.length
  const lower = (size + 1) >> 1
  const valueAt = (position: number) =>
    sorted[Math.min(size - 1, Math.floor(position * size))] ?? NaN
  return new Float64Array(resamples).map(() => {
    const position = drawBeta(lower, size + 1 - lower, random)
    if (size % 2 === 1) return valueAt(position)
    const next = 1 - (1 - position) * (1 - random.uniform()) ** (1 / (size - lower))
    return (valueAt(position) + valueAt(next)) / 2
  })
}

function resampledMedians(values: Float64Array, resamples: number, random: Random): Float64Array {
  const medians = values.length > MAX_COUNTED ? mediansByRank : mediansByCounting
  return medians(values.toSorted(), resamples, random)
}

/**
 * Returns the centre of each of `resamples` bootstrap resamples (draws with replacement, of the
 * same size).
 */
export function resampledCentres(
  centre: Centre,
  values: Float64Array,
  resamples: number,
  random: Random,
): Float64Array {
  return centre === 'mean'
    ? resampledMeans(values, resamples, random)
    : resampledMedians(values, resamples, random)
}

/** Returns the centre with each value omitted in turn. */
export function jackknife(centre: Centre, values: Float64Array): Float64Array {
  const size = values.length
  if (centre === 'mean') {
    const total = values.reduce((sum, value) => sum + value, 0)
    return values.map((value) => (total - value) / (size - 1))
  }
  const sorted = values.toSorted()
  const rankWithout = (omitted: number, rank: number) =>
    sorted[rank < omitted ? rank : rank + 1] ?? NaN
  return sorted.map(
    (_, omitted) =>
      (rankWithout(omitted, (size - 2) >> 1) + rankWithout(omitted, (size - 1) >> 1)) / 2,
  )
}

/** Returns the centre of the values, its bootstrap replicates and its jackknife values. */
export function centreWithReplicates(
  centre: Centre,
  values: Float64Array,
  { resamples, random }: { resamples: number; random: Random },
) {
  return {
    estimate: computeCentre(centre, values),
    replicates: resampledCentres(centre, values, resamples, random),
    jackknifed: jackknife(centre, values),
  }
}

type BootstrapInterval = Interval & { method: 'bca' | 'percentile' }

/**
 * Returns the acceleration: skewness of the jackknife values divided by six (Efron and Tibshirani
 * 1993, 14.15). 0 if they are equal.
 */
export function acceleration(jackknifed: Float64Array): number {
  const average = jackknifed.reduce((sum, value) => sum + value, 0) / jackknifed.length
  let squares = 0
  let cubes = 0
  for (const value of jackknifed) {
    squares += (average - value) ** 2
    cubes += (average - value) ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** Φ⁻¹ of the share of replicates below the estimate. Replicates equal to it count half. */
function biasCorrection(sorted: Float64Array, estimate: number): number {
  let countBelow = 0
  let equal = 0
  for (const value of sorted) {
    if (value < estimate) countBelow += 1
    else if (value === estimate) equal += 1
  }
  return normalQuantile((countBelow + equal / 2) / sorted.length)
}

/**
 * Interpolates order statistics on the normal scale (Davison and Hinkley 1997, 5.8), like R's
 * `boot.ci`.
 */
function quantile(sorted: Float64Array, p: number): number {
  const last = sorted.length
  const rank = Math.trunc((last + 1) * p)
  if (rank < 1) return sorted[0] ?? NaN
  if (rank >= last) return sorted[last - 1] ?? NaN
  const lower = sorted[rank - 1] ?? NaN
  const upper = sorted[rank] ?? NaN
  const lowerQuantile = normalQuantile(rank / (last + 1))
  const to = normalQuantile((rank + 1) / (last + 1))
  return lower + ((normalQuantile(p) - lowerQuantile) / (to - lowerQuantile)) * (upper - lower)
}

/**
 * Bias-corrected and accelerated bootstrap interval (Efron 1987). Falls back to the percentile
 * interval, reported in `method`, if every replicate lies on one side of the estimate or the
 * acceleration is too large.
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
