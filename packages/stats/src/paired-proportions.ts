import { halfTest } from './binomial.ts'
import type { Interval } from './interval.ts'
import { wilsonInterval } from './proportions.ts'

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
  const add = (one: number, other: number) =>
    Math.sqrt(Math.max(0, one * one - 2 * phi * one * other + other * other))
  const estimate = (onlyFirst - onlySecond) / cases
  return {
    estimate,
    low: estimate - add(first - around.first.low, around.second.high - second),
    high: estimate + add(around.first.high - first, second - around.second.low),
    level,
  }
}
