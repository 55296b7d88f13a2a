import type { Interval } from './interval.ts'
import { wilsonInterval } from './proportions.ts'

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
  const [share, against] = [first.with / first.of, second.with / second.of]
  const estimate = share - against
  return {
    estimate,
    interval: {
      low: estimate - Math.hypot(share - one.low, other.high - against),
      high: estimate + Math.hypot(one.high - share, against - other.low),
      level,
    },
    p: fisherTest(first, second),
  }
}

/** Tables no likelier than this one count as extreme, as R's `fisher.test` has it. */
const RELATIVE_ERROR = 1 + 1e-7

/** Exact p of a 2 × 2 table with its margins held (R: `fisher.test`). */
export function fisherTest(first: Share, second: Share): number {
  const drawn = first.with + second.with
  const low = Math.max(0, drawn - second.of)
  const high = Math.min(drawn, first.of)
  const size = first.of + second.of
  const factorials = logFactorials(size)
  const choose = (n: number, k: number) =>
    (factorials[n] ?? NaN) - (factorials[k] ?? NaN) - (factorials[n - k] ?? NaN)
  const all = choose(size, drawn)
  const chance = (k: number) => Math.exp(choose(first.of, k) + choose(second.of, drawn - k) - all)
  const most = chance(first.with) * RELATIVE_ERROR
  let p = 0
  for (let k = low; k <= high; k += 1) {
    const one = chance(k)
    if (one <= most) p += one
  }
  return Math.min(1, p)
}

const known: number[] = [0]

/** ln n! for all n up to this one. */
function logFactorials(most: number): readonly number[] {
  for (let n = known.length; n <= most; n += 1) known.push((known[n - 1] ?? 0) + Math.log(n))
  return known
}

/** The middle of both groups together: half of all lie at or below it. Mood's median test splits there. */
export function commonMedian(first: readonly number[], second: readonly number[]): number {
  const sorted = [...first, ...second].toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? NaN
}
