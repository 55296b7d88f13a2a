import { expect, test } from 'vitest'
import { casesForMeans, casesForShares } from './sample-size.ts'

// Shares of 0.5 and 0.2 that came out differently: 59 pairs in Chow, Shao and Wang 2008, Sample Size Calculations in
// Clinical Research, 6.4. R 4.2.2: (qnorm(.975) * sqrt(.7) + qnorm(.8) * sqrt(.7 - .3^2))^2 / .3^2 is 58.6.
test('reproduces the textbook’s number of pairs for a difference in share', () => {
  expect(casesForShares(0.3, 0.7)).toBe(59)
  expect(casesForShares(-0.3, 0.7)).toBe(59)
})

// R 4.2.2: power.t.test(delta, sd = , power = , type = "paired")$n is 33.4, 198.2, 9.9 and 264.6, rounded up.
test.each([
  { delta: 0.5, deviation: 1, power: 0.8, pairs: 34 },
  { delta: 0.2, deviation: 1, power: 0.8, pairs: 199 },
  { delta: 1, deviation: 1, power: 0.8, pairs: 10 },
  { delta: 0.05, deviation: 0.25, power: 0.9, pairs: 265 },
])('needs $pairs pairs to detect a mean of $delta', ({ delta, deviation, power, pairs }) => {
  expect(casesForMeans(delta, deviation, { power })).toBe(pairs)
})

test('returns infinity for no difference', () => {
  expect(casesForShares(0, 0.4)).toBe(Infinity)
  expect(casesForMeans(0, 1)).toBe(Infinity)
})
