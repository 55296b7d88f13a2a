import type { Comparison } from './comparison.ts'
import { pairedDifference, type Effort } from './difference.ts'
import { factsOf, type Spent } from './facts.ts'
import { holm } from './holm.ts'
import type { LeftOut } from './left-out.ts'
import type { Measure } from './measure.ts'
import { moreCases } from './more-cases.ts'
import { baselineNoise, scaledTo } from './noise.ts'
import { seededRandom } from './random.ts'
import { averageRepeats, pair, type Averaged, type Pairs, type Sample } from './sample.ts'
import { type Counted, sentenceOf } from './sentence.ts'
import { decide } from './verdict.ts'

export type Subject = Sample & {
  spent?: Spent
  /** It did not run side by side with the baseline: what it took was timed under another load. */
  isApart?: boolean
}

export type Question = {
  measure: Measure
  /** `passes` unless told. */
  counted?: Counted
  baseline: Subject
  variants: readonly Subject[]
  /** 0.95 unless told: of the intervals, and of what counts as a winner. */
  level?: number
  resamples?: number
  /** The same question with the same seed has the same answer, to the last digit. */
  seed?: number
}

const repeatsOf = ({ observations }: Sample, { byCase }: Averaged) =>
  observations.filter(({ outcome }) => typeof outcome === 'number').length / byCase.size

const isBroken = ({ observations }: Sample) =>
  observations.length > 0 && observations.every(({ outcome }) => outcome === 'error')

const leftOutOf = ({ errors, noVerdicts, timedApart, unpaired }: Pairs): LeftOut => ({
  errors,
  noVerdicts,
  timedApart,
  unpaired,
})

/** Every variant against the baseline, in the order given. Throws a RangeError on an outcome off its measure's scale. */
export function compareVariants(question: Question): Comparison[] {
  const { measure, counted = 'passes', baseline, variants } = question
  const { level = 0.95, resamples = 10_000, seed = 1 } = question
  if (!(level > 0 && level < 1)) throw new RangeError(`a level of ${level} is not between 0 and 1`)
  // Each figure has its own sequence, so that one more variant changes no other's interval.
  const effort = (): Effort => ({ level, resamples, random: seededRandom(seed) })
  const before = averageRepeats(baseline, measure)
  const own = baselineNoise(baseline, measure, { level, seed })
  const compared = variants.map((variant) => {
    const after = averageRepeats(variant, measure)
    const pairs = pair(before, after)
    const difference = pairedDifference(pairs, measure, effort())
    const repeats = [repeatsOf(baseline, before), repeatsOf(variant, after)] as const
    const noise =
      own === null || difference.cases === 0
        ? null
        : scaledTo(own, { cases: difference.cases, repeats })
    return { variant, pairs, noise, difference }
  })
  const adjusted = holm(compared.map(({ difference }) => difference.p))
  return compared.map(({ variant, pairs, noise, difference }, at) => {
    const adjustedP = adjusted[at] ?? 1
    const ruling = decide(difference, measure, { adjustedP, level, noise })
    const told = {
      baseline: baseline.name,
      variant: variant.name,
      measure,
      ruling,
      difference,
      adjustedP,
      comparisons: variants.length,
      moreCases: ruling === 'undecided' ? moreCases(difference, pairs, level) : null,
      noise,
      facts: factsOf(baseline, variant, effort),
      leftOut: leftOutOf(pairs),
    }
    const { isApart = false } = variant
    const broken = [baseline, variant].filter(isBroken).map(({ name }) => name)
    return { ...told, sentence: sentenceOf({ ...told, counted, broken, isApart }) }
  })
}
