import { normalQuantile } from './normal.ts'

type Aim = { power?: number; level?: number }

const quantiles = ({ power = 0.8, level = 0.95 }: Aim) => ({
  alpha: normalQuantile(0.5 + level / 2),
  beta: normalQuantile(power),
})

/**
 * Cases for McNemar's test to find a difference in share passed of `difference` when a share `discordant` of the cases
 * is passed by one variant alone: Connor 1987, Biometrics 43:207–211. Infinite when there is no difference.
 */
export function casesForShares(difference: number, discordant: number, aim: Aim = {}): number {
  const { alpha, beta } = quantiles(aim)
  const spread = Math.sqrt(Math.max(0, discordant - difference * difference))
  const root = alpha * Math.sqrt(discordant) + beta * spread
  return difference === 0 ? Infinity : Math.ceil((root / difference) ** 2)
}

/**
 * Cases for a paired comparison of means, from the standard deviation of the differences: the normal approximation with
 * the correction of Guenther 1981 for the t test, within one case of R's `power.t.test(type = "paired")`.
 */
export function casesForMeans(difference: number, deviation: number, aim: Aim = {}): number {
  const { alpha, beta } = quantiles(aim)
  if (difference === 0) return Infinity
  return Math.ceil((((alpha + beta) * deviation) / difference) ** 2 + (alpha * alpha) / 2)
}
