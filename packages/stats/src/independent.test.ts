import { expect, test } from 'vitest'
import { commonMedian, compareShares, fisherTest } from './independent.ts'

// The lady and her tea, Fisher's convicted twins, and two ends, as R's `fisher.test` has them.
test.each([
  [{ with: 3, of: 4 }, { with: 1, of: 4 }, 0.4857142857],
  [{ with: 10, of: 13 }, { with: 2, of: 17 }, 0.0005367241],
  [{ with: 0, of: 5 }, { with: 0, of: 9 }, 1],
  [{ with: 5, of: 5 }, { with: 0, of: 5 }, 0.007936507937],
])('Fisher’s exact test of %j against %j', (first, second, p) => {
  expect(fisherTest(first, second)).toBeCloseTo(p, 9)
  expect(fisherTest(second, first)).toBeCloseTo(p, 9)
})

// Table II of Newcombe 1998, method 10.
test.each([
  [{ with: 56, of: 70 }, { with: 48, of: 80 }, 0.2, 0.0524, 0.3339],
  [{ with: 9, of: 10 }, { with: 3, of: 10 }, 0.6, 0.1705, 0.809],
  [{ with: 10, of: 10 }, { with: 0, of: 10 }, 1, 0.6075, 1],
])('the difference of %j and %j', (first, second, estimate, low, high) => {
  const difference = compareShares(first, second)

  expect(difference.estimate).toBeCloseTo(estimate, 10)
  expect(difference.interval.low).toBeCloseTo(low, 4)
  expect(difference.interval.high).toBeCloseTo(high, 4)
})

test('large groups are compared within a moment', () => {
  const { p } = compareShares({ with: 2_600, of: 5_000 }, { with: 2_500, of: 5_000 })

  expect(p).toBeGreaterThan(0.04)
  expect(p).toBeLessThan(0.05)
})

test('the common median halves both groups together', () => {
  expect(commonMedian([1, 9], [2, 3, 4])).toBe(3)
})
