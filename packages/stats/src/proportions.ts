import { halfTest } from './binomial.ts'
import type { Interval } from './measure.ts'
import { normalQuantile } from './normal.ts'
import { averageRepeats, type Sample } from './sample.ts'

/**
 * The score interval of Wilson 1927 for `passed` of `cases` (R: `prop.test(correct = FALSE)`).
 * `passed` may be a fraction when repeats were averaged: then it errs on the wide side.
 */
export function wilsonInterval(passed: number, cases: number, level = 0.95): Interval {
  if (!(cases > 0 && passed >= 0 && passed <= cases)) {
    throw new RangeError(`${passed} of ${cases} is not a proportion`)
  }
  const z = normalQuantile(0.5 + level / 2)
  const share = passed / cases
  const centre = share + (z * z) / (2 * cases)
  const reach = z * Math.sqrt((share * (1 - share)) / cases + (z * z) / (4 * cases * cases))
  const scale = 1 + (z * z) / cases
  return {
    // Exactly 0 and 1 at the ends, where rounding would leave 1e-17.
    low: passed === 0 ? 0 : (centre - reach) / scale,
    high: passed === cases ? 1 : (centre + reach) / scale,
    level,
  }
}

/** Cases by who passed: the four cells of a paired 2 × 2 table. */
export type PairedTable = { both: number; onlyFirst: number; onlySecond: number; neither: number }

/** Exact conditional test of McNemar 1947, two-sided (R: `exact2x2::mcnemar.exact`); mid-p after Fagerland et al. 2013. */
export function mcnemarTest(table: PairedTable, options: { midP?: boolean } = {}): number {
  return halfTest(table.onlyFirst, table.onlyFirst + table.onlySecond, options)
}

/** How passing goes together, with Newcombe's continuity correction when it goes together positively. */
function correctedPhi({ both, onlyFirst, onlySecond, neither }: PairedTable): number {
  const margins =
    (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither)
  if (margins === 0) return 0
  const cross = both * neither - onlyFirst * onlySecond
  const half = (both + onlyFirst + onlySecond + neither) / 2
  return (cross > 0 ? Math.max(cross - half, 0) : cross) / Math.sqrt(margins)
}

/**
 * Share passed by the first less share passed by the second, with the square-and-add interval:
 * method 10 of Newcombe 1998, Statistics in Medicine 17:2635–2650.
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
  const around = {
    first: wilsonInterval(both + onlyFirst, cases, level),
    second: wilsonInterval(both + onlySecond, cases, level),
  }
  const squareAndAdd = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other))
  const estimate = (onlyFirst - onlySecond) / cases
  return {
    estimate,
    low: estimate - squareAndAdd(first - around.first.low, around.second.high - second),
    high: estimate + squareAndAdd(around.first.high - first, second - around.second.low),
    level,
  }
}

/** How many of a group's members have something. */
export type Share = { with: number; of: number }

export type ShareDifference = { estimate: number; interval: Interval; p: number }

/**
 * Share in the first group less share in the second, of members that are not the same: the square-and-add interval
 * (method 10 of Newcombe 1998, Statistics in Medicine 17:873–890) and Fisher's exact test, two-sided.
 */
export function compareShares(first: Share, second: Share, level = 0.95): ShareDifference {
  const one = wilsonInterval(first.with, first.of, level)
  const other = wilsonInterval(second.with, second.of, level)
  const [share, secondShare] = [first.with / first.of, second.with / second.of]
  const estimate = share - secondShare
  return {
    estimate,
    interval: {
      low: estimate - Math.hypot(share - one.low, other.high - secondShare),
      high: estimate + Math.hypot(one.high - share, secondShare - other.low),
      level,
    },
    p: fisherTest(first, second),
  }
}

/** Tables no likelier than this one count as extreme, as R's `fisher.test` has it. */
const RELATIVE_ERROR = 1 + 1e-7

/** Exact p of a 2 × 2 table with its margins held (R: `fisher.test`). */
export function fisherTest(first: Share, second: Share): number {
  const successes = first.with + second.with
  const low = Math.max(0, successes - second.of)
  const high = Math.min(successes, first.of)
  const size = first.of + second.of
  const factorials = logFactorials(size)
  const choose = (n: number, k: number) =>
    (factorials[n] ?? NaN) - (factorials[k] ?? NaN) - (factorials[n - k] ?? NaN)
  const all = choose(size, successes)
  const chance = (k: number) =>
    Math.exp(choose(first.of, k) + choose(second.of, successes - k) - all)
  const maxProbability = chance(first.with) * RELATIVE_ERROR
  let p = 0
  for (let k = low; k <= high; k += 1) {
    const one = chance(k)
    if (one <= maxProbability) p += one
  }
  return Math.min(1, p)
}

const logFactorialCache: number[] = [0]

/** ln n! for all n up to this one. */
function logFactorials(maxProbability: number): readonly number[] {
  for (let n = logFactorialCache.length; n <= maxProbability; n += 1)
    logFactorialCache.push((logFactorialCache[n - 1] ?? 0) + Math.log(n))
  return logFactorialCache
}

/** The middle of both groups together: half of all lie at or below it. Mood's median test splits there. */
export function commonMedian(first: readonly number[], second: readonly number[]): number {
  const sorted = [...first, ...second].toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? NaN
}

export type PassRate = {
  cases: number
  /** Null when no case has an outcome. */
  rate: number | null
  interval: Interval | null
  errors: number
  noVerdicts: number
}

/** The share of cases one variant passes, a case's repeats averaged first, with Wilson's interval. */
export function passRate(sample: Sample, level = 0.95): PassRate {
  const { byCase, errors, noVerdicts } = averageRepeats(sample, 'pass')
  const cases = byCase.size
  if (cases === 0) return { cases, rate: null, interval: null, errors, noVerdicts }
  // Sums of averages may stray past the number of cases by a rounding.
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
