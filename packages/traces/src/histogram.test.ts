import { describe, expect, test } from 'vitest'
import { bucketOf, histogramOf, mergeHistograms, microsOf, percentile } from './histogram.ts'

describe('buckets', () => {
  test.each([1, 7, 999, 1_000, 123_456, 3_600_000_000])(
    'answer a value no further than 2.6 %% away from %d µs',
    (micros) => {
      expect(Math.abs(microsOf(bucketOf(micros)) / micros - 1)).toBeLessThan(0.026)
    },
  )

  test('hold what took no time at all', () => {
    expect(bucketOf(0)).toBe(0)
  })

  test('grow with their values', () => {
    const buckets = [1, 2, 10, 1_000, 1_000_000].map(bucketOf)

    expect(buckets).toEqual(buckets.toSorted((a, b) => a - b))
  })
})

describe('percentiles', () => {
  const oneToThousandMs = Array.from({ length: 1_000 }, (_, i) => (i + 1) * 1_000)

  test.each([
    [0.5, 500_000],
    [0.95, 950_000],
    [0.99, 990_000],
  ])('come within one bucket: %d', (share, exact) => {
    const found = percentile(histogramOf(oneToThousandMs), share) ?? 0

    expect(Math.abs(found / exact - 1)).toBeLessThan(0.05)
  })

  test('are the same whether the values came together or apart', () => {
    const apart = mergeHistograms([
      histogramOf(oneToThousandMs.slice(0, 300)),
      histogramOf(oneToThousandMs.slice(300)),
    ])

    expect(apart).toEqual(histogramOf(oneToThousandMs))
  })

  test('of nothing are nothing', () => {
    expect(percentile({}, 0.5)).toBeNull()
  })

  test('of one value are that value', () => {
    const only = histogramOf([1_234])

    expect(percentile(only, 0)).toBe(percentile(only, 1))
  })
})
