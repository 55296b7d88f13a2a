import { describe, expect, test } from 'vitest'
import {
  acceleration,
  bcaInterval,
  centreWithReplicates,
  jackknife,
  resampledCentres,
} from './bootstrap.ts'
import { type Centre, mean, medianSorted } from './measure.ts'
import { seededRandom } from './random.ts'
import { aircondit, darwin, spatial } from './testing/published.ts'

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

test('medians of many values follow the binomial distribution', () => {
  const n = 101
  const ranks = Float64Array.from({ length: n }, (_, rank) => rank)

  const medians = resampledCentres('median', ranks, DRAWS, seededRandom(5))

  for (const rank of [40, 45, 50, 55, 60]) {
    const share = medians.filter((median) => median <= rank).length / DRAWS
    expect(Math.abs(share - shareUpTo(rank, 51, n))).toBeLessThan(4 * Math.sqrt(0.25 / DRAWS))
  }
})

test('draws the two middle values of an even number together', () => {
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

/** The generator of Park and Miller, because it is two words in R as well. */
function parkMillerResamples(centre: Centre, values: Float64Array, resamples: number) {
  let state = 12345
  return Float64Array.from({ length: resamples }, () => {
    const drawn = values.map(() => {
      state = (state * 16807) % 2147483647
      return values[Math.floor((state / 2147483647) * values.length)] ?? NaN
    })
    return centre === 'mean' ? mean(drawn) : medianSorted(drawn.sort())
  })
}

const variance = (values: Float64Array) => mean(values.map((value) => (value - mean(values)) ** 2))

describe('bcaInterval', () => {
  // R 4.2.2, boot 1.3: b <- boot(x, function(x, i) mean(x[i]), 999), b$t replaced by the same 999 resamples, then
  // boot.ci(b, type = "bca", L = mean(jack) - jack); x the failure times of `aircondit`, and `darwin` for the median.
  // Replicates that equal the estimate count half here: half of the 192 ties were moved by 1e-9 either way in R.
  test('agrees with boot.ci on the same resamples', () => {
    const ofMean = bcaInterval({
      estimate: mean(aircondit),
      replicates: parkMillerResamples('mean', aircondit, 999),
      jackknifed: jackknife('mean', aircondit),
    })
    const ofMedian = bcaInterval({
      estimate: 24,
      replicates: parkMillerResamples('median', darwin, 999),
      jackknifed: jackknife('median', darwin),
    })

    expect(ofMean.low).toBeCloseTo(55.5911868252, 9)
    expect(ofMean.high).toBeCloseTo(227.885432097, 8)
    expect(ofMean.method).toBe('bca')
    expect([ofMedian.low, ofMedian.high]).toEqual([14, 49])
  })

  // Efron and Tibshirani 1993, table 14.2: 90 % BCa of the variance of test A (115.8, 259.6) from 2,000 resamples, with
  // an acceleration of 0.061. R 4.2.2, boot.ci with 200,000: (115.6, 260.9), acceleration 0.06124011981.
  test("reproduces the textbook's interval for a variance", () => {
    const random = seededRandom(1)
    const replicates = Float64Array.from({ length: 20_000 }, () =>
      variance(spatial.map(() => spatial[random.below(spatial.length)] ?? NaN)),
    )
    const jackknifed = spatial.map((_, left) => variance(spatial.filter((_, at) => at !== left)))

    const { low, high } = bcaInterval({ estimate: variance(spatial), replicates, jackknifed }, 0.9)

    expect(acceleration(jackknifed)).toBeCloseTo(0.06124011981, 10)
    expect(Math.abs(low - 115.6)).toBeLessThan(1.5)
    expect(Math.abs(high - 260.9)).toBeLessThan(2)
  })

  test('returns a single value if all values are equal', () => {
    const same = new Float64Array(8).fill(0.1)
    const sample = centreWithReplicates('mean', same, { resamples: 500, random: seededRandom(1) })
    const { low, high } = bcaInterval(sample)

    expect([low, high]).toEqual([sample.estimate, sample.estimate])
  })

  test('reports a percentile interval if all replicates are on one side', () => {
    const interval = bcaInterval({
      estimate: 0,
      replicates: Float64Array.from({ length: 999 }, (_, at) => at + 1),
      jackknifed: Float64Array.of(1, 2, 3),
    })

    expect(interval.method).toBe('percentile')
    expect(interval.low).toBeCloseTo(25, 9)
    expect(interval.high).toBeCloseTo(975, 9)
  })
})

describe('resampling', () => {
  test('omits each value from the median in turn', () => {
    for (const values of [darwin, aircondit, Float64Array.of(3, 1)]) {
      const sorted = values.toSorted()
      expect(jackknife('median', values)).toEqual(
        sorted.map((_, left) => medianSorted(sorted.filter((_, at) => at !== left))),
      )
    }
  })

  test('gives the medians that sorting each resample would give', () => {
    const effort = () => ({ resamples: 200, random: seededRandom(5) })
    for (const values of [darwin, spatial, Float64Array.of(3, 1), Float64Array.of(4)]) {
      const { replicates } = centreWithReplicates('median', values, effort())
      const { random } = effort()
      const sorted = values.toSorted()
      const slow = replicates.map(() =>
        medianSorted(values.map(() => sorted[random.below(values.length)] ?? NaN).sort()),
      )
      expect(replicates).toEqual(slow)
    }
  })
})
