import { halfTest } from './binomial.ts'
import type { Interval } from './measure.ts'
import { normalQuantile } from './normal.ts'
import { averageRepeats, type Sample } from './sample.ts'

/**
 * Wilson score interval for `passed` of `cases` (Wilson 1927; R: `prop.test(correct = FALSE)`).
 * `passed` may be a fraction if repeats were averaged; the interval is then too wide rather than
 * too narrow.
 */
export function wilsonInterval(passed: number, cases: number, level = 0.95): Interval {
  if (!(cases > 0 && passed >= 0 && passed <= cases)) {
    throw new RangeError(`${passed} of ${cases} is not a proportion`)
  }
  const z = normalQuantile(0.5 + level / 2)
  const share = passed / cases
  const centre = share + (z * z) / (2 * cases)
  const halfWidth = z * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases))
  const scale = 1 + (z * z) / cases
  return {
    // Exactly 0 and 1 at the ends, where rounding would leave 1e-17.
    low: passed === 0 ? 0 : (centre - halfWidth) / scale,
    high: passed === cases ? 1 : (centre + halfWidth) / scale,
    level,
  }
}

/** The four cells of a paired 2 × 2 table: cases by which side passed. */
export type PairedTable = { both: number; onlyFirst: number; onlySecond: number; neither: number }

/**
 * Exact conditional McNemar test, two-sided (McNemar 1947; R: `exact2x2::mcnemar.exact`). Mid-p
 * after Fagerland et al. 2013.
 */
export function mcnemarTest(table: PairedTable, options: { midP?: boolean } = {}): number {
  return halfTest(table.onlyFirst, table.onlyFirst + table.onlySecond, options)
}

/** Correlation of passing, with Newcombe's continuity correction if it is positive. */
function correctedPhi({ both, onlyFirst, onlySecond, neither }: PairedTable): number {
  const margins =
    (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither)
  if (margins === 0) return 0
  const cross = both * neither - onlyFirst * onlySecond
  const expectedCount = (both + onlyFirst + onlySecond + neither) / 2
  return (cross > 0 ? Math.max(cross - expectedCount, 0) : cross) / Math.sqrt(margins)
}

/**
 * Share passed by the first minus share passed by the second, with the square-and-add interval
 * (method 10 of Newcombe 1998, Statistics in Medicine 17:2635–2650).
 */
export function newcombeInterval(
  table: PairedTable,
  level = 0.95,
): Interval & { estimate: number } {
  const { both, onlyFirst, onlySecond, neither } = table
  const cases = both + onlyFirst + onlySecond + neither
  const phi = correctedPhi(table)
  const first = (both + onlyFirst) / cases
  const second = (both + onlySecond) / cases
  const center = {
    first: wilsonInterval(both + onlyFirst, cases, level),
    second: wilsonInterval(both + onlySecond, cases, level),
  }
  const squareAndAdd = (first: number, other: number) =>
    Math.sqrt(Math.max(0, first * first - 2 * phi * first * other + other * other))
  const estimate = (onlyFirst - onlySecond) / cases
  return {
    estimate,
    low: estimate - squareAndAdd(first - center.first.low, center.second.high - second),
    high: estimate + squareAndAdd(center.first.high - first, second - center.second.low),
    level,
  }
}

/** Number of members with a property, and size of the group. */
export type Share = { with: number; of: number }

export type ShareDifference = { estimate: number; interval: Interval; p: number }

/**
 * Difference of two independent shares: the square-and-add interval (method 10 of Newcombe 1998,
 * Statistics in Medicine 17:873–890) and Fisher's exact test, two-sided.
 */
export function compareShares(first: Share, second: Share, level = 0.95): ShareDifference {
  const firstInterval = wilsonInterval(first.with, first.of, level)
  const other = wilsonInterval(second.with, second.of, level)
  const [share, secondShare] = [first.with / first.of, second.with / second.of]
  const estimate = share - secondShare
  return {
    estimate,
    interval: {
      low: estimate - Math.hypot(share - firstInterval.low, other.high - secondShare),
      high: estimate + Math.hypot(firstInterval.high - share, secondShare - other.low),
      level,
    },
    p: fisherTest(first, second),
  }
}

/**
 * Tables that are no more likely than the observed one count as extreme, like in R's `fisher.test`.
 */
const RELATIVE_ERROR = 1 + 1e-7

/** Fisher's exact p of a 2 × 2 table with fixed margins, two-sided (R: `fisher.test`). */
export function fisherTest(first: Share, second: Share): number {
  const successes = first.with + second.with
  const low = Math.max(0, successes - second.of)
  const high = Math.min(successes, first.of)
  const size = first.of + second.of
  const factorials = logFactorials(size)
  const choose = (n: number, k: number) =>
    (factorials[n] ?? NaN) - (factorials[k] ?? NaN) - (factorials[n - k] ?? NaN)
  const all = choose(size, successes)
  const outcomeProbability = (k: number) =>
    Math.exp(choose(first.of, k) + choose(second.of, successes - k) - all)
  const maxProbability = outcomeProbability(first.with) * RELATIVE_ERROR
  let p = 0
  for (let k = low; k <= high; k += 1) {
    const probability = outcomeProbability(k)
    if (probability <= maxProbability) p += probability
  }
  return Math.min(1, p)
}

const logFactorialCache: number[] = [0]

/** ln n! for all n up to `limit`. */
function logFactorials(limit: number): readonly number[] {
  for (let n = logFactorialCache.length; n <= limit; n += 1)
    logFactorialCache.push((logFactorialCache[n - 1] ?? 0) + Math.log(n))
  return logFactorialCache
}

/**
 * Median of both groups together, the split point of Mood's median test. At least half of all
 * values lie at or below it.
 */
export function commonMedian(first: readonly number[], second: readonly number[]): number {
  const sorted = [...first, ...second].toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? NaN
}

export type PassRate = {
  cases: number
  /** Null if no case has an outcome. */
  rate: number | null
  interval: Interval | null
  errors: number
  noVerdicts: number
}

/**
 * Share of cases that a variant passes, with repeats of a case averaged first and Wilson's
 * interval.
 */
export function passRate(sample: Sample, level = 0.95): PassRate {
  const { byCase, errors, noVerdicts } = averageRepeats(sample, 'pass')
  const cases = byCase.size
  if (cases === 0) return { cases, rate: null, interval: null, errors, noVerdicts }
  // The sum of averages may exceed the number of cases by a rounding error.
  const passed = Math.min(
    cases,
    [...byCase.values()].reduce((sum, value) => sum + value, 0),
  )
  return {
    cases,
    rate: passed / cases,
    interval: wilsonInterval(passed, cases, level),
    errors,
    noVerdicts,
  }
}
