import { expect, test } from 'vitest'
import { resampledCentres } from './resample.ts'
import { seededRandom } from './random.ts'

const DRAWS = 20_000

/** P(the k-th smallest of n draws from ranks 0…n−1 is at most `rank`): at least k of n fall there. */
function shareUpTo(rank: number, k: number, n: number): number {
  const p = (rank + 1) / n
  let term = (1 - p) ** n
  let below = 0
  for (let count = 0; count < k; count += 1) {
    below += term
    term *= ((n - count) / (count + 1)) * (p / (1 - p))
  }
  return 1 - below
}

test('medians of many values are distributed as the binomial says', () => {
  const n = 101
  const ranks = Float64Array.from({ length: n }, (_, rank) => rank)

  const medians = resampledCentres('median', ranks, DRAWS, seededRandom(5))

  for (const rank of [40, 45, 50, 55, 60]) {
    const share = medians.filter((median) => median <= rank).length / DRAWS
    expect(Math.abs(share - shareUpTo(rank, 51, n))).toBeLessThan(4 * Math.sqrt(0.25 / DRAWS))
  }
})

test('of an even number the two in the middle are drawn together', () => {
  const n = 66
  const ranks = Float64Array.from({ length: n }, (_, rank) => rank)

  const medians = resampledCentres('median', ranks, DRAWS, seededRandom(5))

  const mean = medians.reduce((sum, value) => sum + value, 0) / DRAWS
  const counted = Float64Array.from({ length: DRAWS }, countedMedian(n))
  const countedMean = counted.reduce((sum, value) => sum + value, 0) / DRAWS
  expect(Math.abs(mean - countedMean)).toBeLessThan(0.25)
  for (const at of [25, 30, 35, 40]) {
    const share = (values: Float64Array) => values.filter((value) => value <= at).length / DRAWS
    expect(Math.abs(share(medians) - share(counted))).toBeLessThan(4 * Math.sqrt(0.5 / DRAWS))
  }
})

function countedMedian(n: number): () => number {
  const random = seededRandom(11)
  const drawn = new Uint32Array(n)
  return () => {
    random.fillBelow(drawn, n)
    const sorted = drawn.toSorted()
    return ((sorted[n / 2 - 1] ?? NaN) + (sorted[n / 2] ?? NaN)) / 2
  }
}
