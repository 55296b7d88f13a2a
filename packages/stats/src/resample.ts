import { centreOf, type Centre } from './centre.ts'
import type { Random } from './random.ts'

function resampledMeans(values: Float64Array, resamples: number, random: Random): Float64Array {
  const size = values.length
  const means = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0
    for (let draw = 0; draw < size; draw += 1) sum += values[random.below(size)] ?? 0
    means[resample] = sum / size
  }
  return means
}

/** How often each rank was drawn settles the median, so that no resample is sorted. */
function resampledMedians(values: Float64Array, resamples: number, random: Random): Float64Array {
  const sorted = values.toSorted()
  const size = sorted.length
  const drawn = new Uint32Array(size)
  const medians = new Float64Array(resamples)
  for (let resample = 0; resample < resamples; resample += 1) {
    drawn.fill(0)
    for (let draw = 0; draw < size; draw += 1) {
      const rank = random.below(size)
      drawn[rank] = (drawn[rank] ?? 0) + 1
    }
    let seen = 0
    let rank = -1
    while (seen <= (size - 1) >> 1) seen += drawn[(rank += 1)] ?? size
    const lower = sorted[rank] ?? NaN
    while (seen <= size >> 1) seen += drawn[(rank += 1)] ?? size
    medians[resample] = (lower + (sorted[rank] ?? NaN)) / 2
  }
  return medians
}

/** The centre of each of `resamples` draws of as many values, with replacement. */
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

/** The centre with each value left out in turn. */
export function jackknife(centre: Centre, values: Float64Array): Float64Array {
  const size = values.length
  if (centre === 'mean') {
    const total = values.reduce((sum, value) => sum + value, 0)
    return values.map((value) => (total - value) / (size - 1))
  }
  const sorted = values.toSorted()
  const without = (left: number, rank: number) => sorted[rank < left ? rank : rank + 1] ?? NaN
  return sorted.map(
    (_, left) => (without(left, (size - 2) >> 1) + without(left, (size - 1) >> 1)) / 2,
  )
}

export function centreWithReplicates(
  centre: Centre,
  values: Float64Array,
  { resamples, random }: { resamples: number; random: Random },
) {
  return {
    estimate: centreOf(centre, values),
    replicates: resampledCentres(centre, values, resamples, random),
    jackknifed: jackknife(centre, values),
  }
}
