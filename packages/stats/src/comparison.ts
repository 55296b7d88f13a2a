import type { Difference } from './difference.ts'
import type { Fact } from './facts.ts'
import { count } from './format.ts'
import { excludesZero, isMoreBetter, type Measure } from './measure.ts'
import type { Noise } from './noise.ts'

/** `better` and `worse` refer to the variant. `undecided`: the difference lies within the noise. `equal`: no case differs. `too-few`: fewer than two cases can be compared. */
export type Ruling = 'better' | 'worse' | 'undecided' | 'equal' | 'too-few'

/**
 * Decides the ruling. A variant wins only if the interval and the adjusted p agree, and the
 * baseline's own noise does not explain the difference.
 */
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

/** Outcomes that were not compared: errored runs, undecided judges, latencies measured under another load, cases with an outcome on one side only. */
export type Exclusions = {
  errors: number
  noVerdicts: number
  timedApart: number
  unpaired: number
}

const countPart = (amount: number, singular: string, plural: string) =>
  amount === 0 ? [] : [`${count(amount)} ${amount === 1 ? singular : plural}`]

/** Lists what was excluded. Undefined if every outcome was compared. */
export function exclusionSentence({
  errors,
  noVerdicts,
  timedApart,
  unpaired,
}: Exclusions): string | undefined {
  const parts = [
    ...countPart(errors, 'errored run', 'errored runs'),
    ...countPart(noVerdicts, 'judgement without a verdict', 'judgements without a verdict'),
    ...countPart(timedApart, 'run timed at another time', 'runs timed at another time'),
    ...countPart(unpaired, 'case without both outcomes', 'cases without both outcomes'),
  ]
  return parts.length === 0 ? undefined : `Excluded: ${parts.join(', ')}.`
}

export type Comparison = {
  baseline: string
  variant: string
  measure: Measure
  ruling: Ruling
  difference: Difference
  /** Holm-adjusted over the family of comparisons it was computed with. */
  adjustedP: number
  /** Size of that family. */
  comparisons: number
  /**
   * Approximate number of additional cases that would decide it. Null unless undecided, and if no
   * difference was observed.
   */
  moreCases: number | null
  /** Null if no case of the baseline was repeated. */
  noise: Noise | null
  /** Cost, latency and tokens, if both sides have them. */
  facts: Fact[]
  leftOut: Exclusions
  sentence: string
  /**
   * Both results without a ruling: `passes 8 of 20 cases against 12`. Null if no case can be
   * compared.
   */
  summary: string | null
}
