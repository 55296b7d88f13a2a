import { standardDeviation } from './centre.ts'
import type { Difference } from './difference.ts'
import { casesForMeans, casesForShares } from './sample-size.ts'
import type { Pairs } from './sample.ts'

/** Fewer cases that all speak for one side can not bring the exact test below 0.05. */
const FEWEST_DISCORDANT = 6

/** An efficiency of 2/π: what a median asks for beyond a mean when the differences are about normal. */
const MEDIAN_FACTOR = Math.PI / 2

/** Where the approximation finds the cases at hand enough and the exact test does not. */
const AT_LEAST_MORE = 0.1

/** How many cases beyond those at hand would show the observed difference with 80 % power; null when none was seen. */
export function moreCases(difference: Difference, pairs: Pairs, level: number): number | null {
  const { cases, estimate, signs, test } = difference
  if (estimate === 0 || cases < 2) return null
  const discordant = (signs.above + signs.below) / cases
  const deviation = standardDeviation(
    pairs.variant.map((value, at) => value - (pairs.baseline[at] ?? 0)),
  )
  const needed =
    test === 'mcnemar'
      ? casesForShares(estimate, discordant, { level })
      : casesForMeans(estimate, deviation, { level }) * (test === 'sign' ? MEDIAN_FACTOR : 1)
  const atLeast = Math.max(FEWEST_DISCORDANT / discordant, (1 + AT_LEAST_MORE) * cases)
  return Math.ceil(Math.max(needed, atLeast)) - cases
}
