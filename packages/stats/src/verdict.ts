import type { Difference } from './difference.ts'
import { excludesZero } from './interval.ts'
import { isMoreBetter, type Measure } from './measure.ts'
import type { Noise } from './noise.ts'

/**
 * `better` and `worse` are the variant's; `undecided` lies within the noise; `equal` when no case told them apart;
 * `too-few` when fewer than two cases can be compared.
 */
export type Ruling = 'better' | 'worse' | 'undecided' | 'equal' | 'too-few'

/** A winner only when the interval and the adjusted p agree on it, and the baseline's own noise does not explain it. */
export function decide(
  { cases, estimate, interval, signs }: Difference,
  measure: Measure,
  { adjustedP, level, noise }: { adjustedP: number; level: number; noise: Noise | null },
): Ruling {
  if (cases < 2 || interval === null) return 'too-few'
  if (signs.above === 0 && signs.below === 0) return 'equal'
  if (!excludesZero(interval) || adjustedP >= 1 - level) return 'undecided'
  if (noise !== null && noise.band >= Math.abs(estimate)) return 'undecided'
  return estimate > 0 === isMoreBetter(measure) ? 'better' : 'worse'
}
