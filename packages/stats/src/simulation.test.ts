import { describe, expect, test } from 'vitest'
import type { Random } from './random.ts'
import { bcaCoverage, gaussian, newcombeCoverage, wilsonCoverage } from './testing/simulate.ts'

const TRIALS = 2_000
/** Fewer than the product uses, to stay within seconds. */
const resamples = 500

const shares = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('coverage of the 95 % intervals', () => {
  test.each([10, 40, 200])("Wilson's interval covers the shares of %i cases", (cases) => {
    const coverage = average(shares.map((share) => wilsonCoverage(share, cases, TRIALS)))

    expect(Math.abs(coverage - 95)).toBeLessThanOrEqual(1.5)
  })

  test.each([40, 200])(
    "Newcombe's interval covers the differences of %i cases, and more for 10",
    (cases) => {
      const cells = [0.5, 0.2, 0.1] as const

      expect(Math.abs(newcombeCoverage(cells, cases, TRIALS) - 95)).toBeLessThanOrEqual(1.5)
      expect(newcombeCoverage(cells, 10, TRIALS)).toBeGreaterThanOrEqual(95)
    },
  )

  // For 10 cases the bootstrap is known to fall short: docs/statistics.md has the table.
  test.each([
    { cases: 10, low: 88.5, high: 93 },
    { cases: 40, low: 93.5, high: 96.5 },
    { cases: 200, low: 93.5, high: 96.5 },
  ])('coverage for the mean of $cases cases is between $low and $high', ({ cases, low, high }) => {
    const population = { truth: 0, draw: gaussian }
    const coverage = bcaCoverage('mean', population, { cases, trials: TRIALS, resamples })

    expect(coverage).toBeGreaterThanOrEqual(low)
    expect(coverage).toBeLessThanOrEqual(high)
  })

  test.each([
    { cases: 10, low: 92.5, high: 96.5 },
    { cases: 40, low: 93.5, high: 96.5 },
    { cases: 200, low: 93.5, high: 96.5 },
  ])(
    'coverage for the median of $cases cases is between $low and $high',
    ({ cases, low, high }) => {
      const population = { truth: 1, draw: (random: Random) => Math.exp(gaussian(random)) }
      const coverage = bcaCoverage('median', population, { cases, trials: TRIALS, resamples })

      expect(coverage).toBeGreaterThanOrEqual(low)
      expect(coverage).toBeLessThanOrEqual(high)
    },
  )
})
