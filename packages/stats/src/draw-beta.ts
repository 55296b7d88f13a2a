import { normalQuantile } from './normal.ts'
import type { Random } from './random.ts'

/** Strictly between 0 and 1. */
const inside = (random: Random) => (random.bits() + 0.5) / 4294967296

/** For a shape of 1 or more: Marsaglia and Tsang 2000, ACM Transactions on Mathematical Software 26:363–372. */
function drawGamma(shape: number, random: Random): number {
  const d = shape - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normalQuantile(inside(random))
    const v = (1 + c * x) ** 3
    if (v > 0 && Math.log(inside(random)) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v
  }
}

/** For shapes of 1 or more. */
export function drawBeta(one: number, other: number, random: Random): number {
  const gamma = drawGamma(one, random)
  return gamma / (gamma + drawGamma(other, random))
}
