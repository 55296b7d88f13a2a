import type { Comparison } from './comparison.ts'
import { pairedDifference, type Effort } from './difference.ts'
import { factsOf, type Spent } from './facts.ts'
import { holm } from './holm.ts'
import type { Measure } from './measure.ts'
import { moreCases } from './more-cases.ts'
import { baselineNoise } from './noise.ts'
import { seededRandom } from './random.ts'
import { averageRepeats, pair, type Averaged, type Pairs, type Sample } from './sample.ts'
import { sentenceOf } from './sentence.ts'
import { decide } from './verdict.ts'

export type Subject = Sample & { spent?: Spent }

export type Question = {
  measure: Measure
  baseline: Subject
  variants: readonly Subject[]
  /** 0.95 unless told: of the intervals, and of what counts as a winner. */
  level?: number
  resamples?: number
  /** The same question with the same seed has the same answer, to the last digit. */
  seed?: number
}

const repeats = ({ byCase }: Averaged, { observations }: Sample) =>
  observations.filter(({ outcome }) => typeof outcome === 'number').length / byCase.size

function noiseOf(question: Question, variant: Subject, pairs: Pairs, averaged: Averaged[]) {
  const { baseline, measure, level = 0.95, seed = 1 } = question
  const [before, after] = averaged
  if (!before || !after) return null
  const compared = {
    cases: pairs.variant.length,
    repeats: [repeats(before, baseline), repeats(after, variant)] as const,
  }
  return baselineNoise(baseline, measure, compared, { level, seed })
}

/** Every variant against the baseline, in the order given. Throws a RangeError on an outcome off its measure's scale. */
export function compareVariants(question: Question): Comparison[] {
  const { measure, baseline, variants, level = 0.95, resamples = 10_000, seed = 1 } = question
  // Each figure has its own sequence, so that one more variant changes no other's interval.
  const effort = (): Effort => ({ level, resamples, random: seededRandom(seed) })
  const before = averageRepeats(baseline, measure)
  const compared = variants.map((variant) => {
    const after = averageRepeats(variant, measure)
    const pairs = pair(before, after)
    const noise = noiseOf(question, variant, pairs, [before, after])
    return { variant, pairs, noise, difference: pairedDifference(pairs, measure, effort()) }
  })
  const adjusted = holm(compared.map(({ difference }) => difference.p))
  return compared.map(({ variant, pairs, noise, difference }, at) => {
    const adjustedP = adjusted[at] ?? 1
    const told = {
      baseline: baseline.name,
      variant: variant.name,
      measure,
      ruling: decide(difference, measure, { adjustedP, level, noise }),
      difference,
      adjustedP,
      comparisons: variants.length,
      moreCases: moreCases(difference, pairs, level),
      noise,
      facts: factsOf(baseline, variant, effort),
      leftOut: { errors: pairs.errors, noVerdicts: pairs.noVerdicts, unpaired: pairs.unpaired },
    }
    return { ...told, sentence: sentenceOf(told) }
  })
}
