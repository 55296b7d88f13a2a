import type { Difference } from './difference.ts'
import type { Fact } from './facts.ts'
import type { LeftOut } from './left-out.ts'
import type { Measure } from './measure.ts'
import type { Noise } from './noise.ts'
import type { Ruling } from './verdict.ts'

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
  /** About how many would settle it; null unless undecided, and when no difference was seen. */
  moreCases: number | null
  /** Null when no case of the baseline was repeated. */
  noise: Noise | null
  /** Cost, latency and tokens, as far as both sides gave them. */
  facts: Fact[]
  leftOut: LeftOut
  sentence: string
  /** How both sides came out, without a ruling: `passes 8 of 20 cases against 12`. Null without a case to compare. */
  summary: string | null
}
