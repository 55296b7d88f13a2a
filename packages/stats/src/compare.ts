import { type Comparison, decide, type Exclusions } from './comparison.ts'
import { type Difference, type ResampleSettings, pairedDifference } from './difference.ts'
import { compareFacts, type Spent } from './facts.ts'
import { holm } from './holm.ts'
import type { Measure } from './measure.ts'
import { moreCases } from './sample-size.ts'
import { baselineNoise, type Noise, scaleNoise } from './noise.ts'
import { seededRandom } from './random.ts'
import { averageRepeats, pair, type Averaged, type Pairs, type Sample } from './sample.ts'
import { type Counted, comparisonSentences } from './sentence.ts'

export type Subject = Sample & {
  spent?: Spent
  /**
   * The variant did not run side by side with the baseline, so its latencies were measured under
   * another load.
   */
  isApart?: boolean
}

export type Question = {
  measure: Measure
  /** Defaults to `passes`. */
  counted?: Counted
  baseline: Subject
  variants: readonly Subject[]
  /** Confidence level of intervals and tests. Defaults to 0.95. */
  level?: number
  resamples?: number
  /** The same question with the same seed gives the same result in every digit. */
  seed?: number
}

const meanRepeats = ({ observations }: Sample, { byCase }: Averaged) =>
  observations.filter(({ outcome }) => typeof outcome === 'number').length / byCase.size

const hasOnlyErrors = ({ observations }: Sample) =>
  observations.length > 0 && observations.every(({ outcome }) => outcome === 'error')

const toExclusions = ({ errors, noVerdicts, timedApart, unpaired }: Pairs): Exclusions => ({
  errors,
  noVerdicts,
  timedApart,
  unpaired,
})

/** Compares each variant with the baseline. Throws a RangeError on an outcome outside its measure's scale. */
export const compareVariants = (question: Question): Comparison[] =>
  compareFamily([question])[0] ?? []

/**
 * Answers several questions as one family of tests: the p-values of all their comparisons are Holm-adjusted together.
 * Returns one list of comparisons per question. Throws a RangeError on an outcome outside its measure's scale.
 */
export function compareFamily(questions: readonly Question[]): Comparison[][] {
  const measured = questions.map((question) => ({ question, pairs: comparePairs(question) }))
  const adjusted = holm(
    measured.flatMap(({ pairs }) => pairs.map(({ difference }) => difference.p)),
  )
  const comparisons = adjusted.length
  let next = 0
  return measured.map(({ question, pairs }) =>
    pairs.map((pair) => {
      const adjustedP = adjusted[next++] ?? 1
      return toComparison(question, pair, { adjustedP, comparisons })
    }),
  )
}

type ComparedPair = { variant: Subject; pairs: Pairs; noise: Noise | null; difference: Difference }

/** Each figure has its own random sequence, so that adding a variant changes no other interval. */
const toEffort = ({ level = 0.95, resamples = 10_000, seed = 1 }: Question): ResampleSettings => ({
  level,
  resamples,
  random: seededRandom(seed),
})

function comparePairs(question: Question): ComparedPair[] {
  const { measure, baseline, variants, level = 0.95, seed = 1 } = question
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level} is not between 0 and 1`)
  const before = averageRepeats(baseline, measure)
  const noiseBand = baselineNoise(baseline, measure, { level, seed })
  return variants.map((variant) => {
    const after = averageRepeats(variant, measure)
    const pairs = pair(before, after)
    const difference = pairedDifference(pairs, measure, toEffort(question))
    const repeats = [meanRepeats(baseline, before), meanRepeats(variant, after)] as const
    const noise =
      noiseBand === null || difference.cases === 0
        ? null
        : scaleNoise(noiseBand, { cases: difference.cases, repeats })
    return { variant, pairs, noise, difference }
  })
}

function toComparison(
  question: Question,
  { variant, pairs, noise, difference }: ComparedPair,
  { adjustedP, comparisons }: { adjustedP: number; comparisons: number },
): Comparison {
  const { measure, counted = 'passes', baseline, level = 0.95 } = question
  const ruling = decide(difference, measure, { adjustedP, level, noise })
  const figures = {
    baseline: baseline.name,
    variant: variant.name,
    measure,
    ruling,
    difference,
    adjustedP,
    comparisons,
    moreCases: ruling === 'undecided' ? moreCases(difference, pairs, level) : null,
    noise,
    facts: compareFacts(baseline, variant, () => toEffort(question)),
    leftOut: toExclusions(pairs),
  }
  const { isApart = false } = variant
  const failedNames = [baseline, variant].filter(hasOnlyErrors).map(({ name }) => name)
  return {
    ...figures,
    ...comparisonSentences({ ...figures, counted, broken: failedNames, isApart }),
  }
}
