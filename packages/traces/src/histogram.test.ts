import { describe, expect, test } from 'vitest'
import { findBucket, type Histogram, HistogramSum, bucketMicros } from './histogram.ts'

describe('buckets', () => {
  test.each([1, 7, 999, 1_000, 123_456, 3_600_000_000])(
    'a bucket is at most 2.6 %% away from %d µs',
    (micros) => {
      expect(Math.abs(bucketMicros(findBucket(micros)) / micros - 1)).toBeLessThan(0.026)
    },
  )

  test('a bucket exists for zero', () => {
    expect(findBucket(0)).toBe(0)
  })

  test('buckets increase with their values', () => {
    const buckets = [1, 2, 10, 1_000, 1_000_000].map(findBucket)

    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  })
})

const jsonOf = (micros: readonly number[]): string => {
  const histogram: Histogram = {}
  for (const value of micros) {
    const bucket = findBucket(value)
    histogram[bucket] = (histogram[bucket] ?? 0) + 1
  }
  return JSON.stringify(histogram)
}

const sumOf = (...jsons: string[]): HistogramSum => {
  const sum = new HistogramSum()
  for (const json of jsons) sum.addJson(json)
  return sum
}

describe('percentiles', () => {
  const oneToThousandMs = Array.from({ length: 1_000 }, (_, i) => (i + 1) * 1_000)
  const shares = [0, 0.5, 0.95, 0.99, 1]
  const percentilesOf = (sum: HistogramSum) => shares.map((share) => sum.percentile(share))

  test.each([
    [0.5, 500_000],
    [0.95, 950_000],
    [0.99, 990_000],
  ])('percentiles are exact to one bucket: %d', (share, exact) => {
    const found = sumOf(jsonOf(oneToThousandMs)).percentile(share) ?? 0

    expect(Math.abs(found / exact - 1)).toBeLessThan(0.05)
  })

  test('percentiles do not depend on how values were added', () => {
    const parts = [oneToThousandMs.slice(0, 300), oneToThousandMs.slice(300), []].map(jsonOf)
    const together = percentilesOf(sumOf(jsonOf(oneToThousandMs)))
    const added = sumOf(...parts.slice(1))
    added.add(sumOf(...parts.slice(0, 1)))

    expect(percentilesOf(sumOf(...parts))).toEqual(together)
    expect(percentilesOf(sumOf(parts.join()))).toEqual(together)
    expect(percentilesOf(added)).toEqual(together)
  })

  test('percentiles count each value once, including first and last', () => {
    const sum = sumOf('{"1":1,"2":1,"3":1,"4":1}')

    expect([0.25, 0.26, 0.5, 0.51, 0.75, 0.76].map((share) => sum.percentile(share))).toEqual(
      [1, 2, 2, 3, 3, 4].map(bucketMicros),
    )
  })

  test('percentiles ignore subtracted values', () => {
    expect(sumOf('{"283":2,"400":5}', '{"400":-5}').percentile(1)).toBe(bucketMicros(283))
  })

  test('percentiles support the longest possible time', () => {
    const longest = Number.MAX_SAFE_INTEGER

    expect(sumOf(jsonOf([longest])).percentile(0.5)).toBe(bucketMicros(findBucket(longest)))
  })

  test('percentiles of no values are null', () => {
    expect(sumOf('{}').percentile(0.5)).toBeNull()
  })
})
