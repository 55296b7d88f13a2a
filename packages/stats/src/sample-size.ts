import type { Difference } from './difference.ts'
import { standardDeviation } from './measure.ts'
import { normalQuantile } from './normal.ts'
import type { Pairs } from './sample.ts'

type PowerSettings = { power?: number; level?: number }

const quantiles = ({ power = 0.8, level = 0.95 }: PowerSettings) => ({
  alpha: normalQuantile(0.5 + level / 2),
  beta: normalQuantile(power),
})

/**
 * Cases that McNemar's test needs to detect a difference in pass rate of `difference` if a share
 * `discordant` of the cases is passed by one side only (Connor 1987, Biometrics 43:207–211).
 * Infinite for no difference.
 */
export function casesForShares(
  difference: number,
  discordant: number,
  aim: PowerSettings = {},
): number {
  const { alpha, beta } = quantiles(aim)
  const standardDeviation = Math.sqrt(Math.max(0, discordant - difference * difference))
  const root = alpha * Math.sqrt(discordant) + beta * standardDeviation
  return difference === 0 ? Infinity : Math.ceil((root / difference) ** 2)
}

/**
 * Cases that a paired comparison of means needs, from the standard deviation of the differences:
 * normal approximation with Guenther's correction (1981) for the t test. Within one case of R's
 * `power.t.test(type = "paired")`.
 */
export function casesForMeans(
  difference: number,
  deviation: number,
  aim: PowerSettings = {},
): number {
  const { alpha, beta } = quantiles(aim)
  if (difference === 0) return Infinity
  return Math.ceil((((alpha + beta) * deviation) / difference) ** 2 + (alpha * alpha) / 2)
}

/** With fewer cases even unanimous ones cannot bring the exact test below 0.05. */
const MIN_DISCORDANT = 6

/**
 * The median needs this many times the cases of a mean if the differences are about normal
 * (efficiency 2/π).
 */
const MEDIAN_FACTOR = Math.PI / 2

/**
 * Used if the approximation considers the existing cases sufficient and the exact test does not.
 */
const MIN_GROWTH = 0.1

/**
 * Returns how many additional cases would show the observed difference with 80 % power. Null if
 * none was observed.
 */
export function moreCases(difference: Difference, pairs: Pairs, level: number): number | null {
  const { cases, estimate, signs, test } = difference
  if (estimate === 0 || cases < 2) return null
  const discordant = (signs.above + signs.below) / cases
  const deviation = standardDeviation(
    pairs.variant.map((value, index) => value - (pairs.baseline[index] ?? 0)),
  )
  const requiredCases =
    test === 'mcnemar'
      ? casesForShares(estimate, discordant, { level })
      : casesForMeans(estimate, deviation, { level }) * (test === 'sign' ? MEDIAN_FACTOR : 1)
  const atLeast = Math.max(MIN_DISCORDANT / discordant, (1 + MIN_GROWTH) * cases)
  return Math.ceil(Math.max(requiredCases, atLeast)) - cases
}
