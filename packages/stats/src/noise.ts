import { centreOf } from './centre.ts'
import { centreFor, type Measure } from './measure.ts'
import { seededRandom, type Random } from './random.ts'
import { averageRepeats, type Sample } from './sample.ts'

const SPLITS = 2_000

export type Noise = {
  /** Cases of the baseline with two outcomes or more. */
  cases: number
  /** 95 % (`level`) of the differences of the baseline from itself are no larger than this. */
  band: number
}

function repeatsByCase(sample: Sample, measure: Measure): number[][] {
  averageRepeats(sample, measure)
  const outcomes = Map.groupBy(sample.observations, ({ caseId }) => caseId).values()
  return [...outcomes]
    .map((ofCase) =>
      ofCase.map(({ outcome }) => outcome).filter((value) => typeof value === 'number'),
    )
    .filter((repeats) => repeats.length >= 2)
}

/** The mean of some half of the repeats less the mean of another, drawn by shuffling them in place. */
function halvesApart(repeats: number[], random: Random): number {
  const half = repeats.length >> 1
  let apart = 0
  for (let at = 0; at < 2 * half; at += 1) {
    const from = at + random.below(repeats.length - at)
    const drawn = repeats[from] ?? 0
    repeats[from] = repeats[at] ?? 0
    repeats[at] = drawn
    apart += at < half ? drawn : -drawn
  }
  return apart / half
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * A/A: the baseline's repeats against each other, split at random again and again. The halves have fewer repeats than
 * the sides of a real comparison, so the band is scaled to as many cases and repeats as that one has: to one case with
 * `compared.repeats` repeats a side, the variance is 2 / repeats instead of 2 / half. Null without repeats.
 */
export function baselineNoise(
  baseline: Sample,
  measure: Measure,
  compared: { cases: number; repeats: readonly [number, number] },
  { seed = 1, level = 0.95 }: { seed?: number; level?: number } = {},
): Noise | null {
  const byCase = repeatsByCase(baseline, measure)
  if (byCase.length === 0 || compared.cases === 0) return null
  const random = seededRandom(seed)
  const centre = centreFor(measure)
  const sizes = Float64Array.from({ length: SPLITS }, () =>
    Math.abs(
      centreOf(
        centre,
        Float64Array.from(byCase, (repeats) => halvesApart(repeats, random)),
      ),
    ),
  ).sort()
  const split = meanOf(byCase.map((repeats) => 2 / (repeats.length >> 1))) / byCase.length
  const real = (1 / compared.repeats[0] + 1 / compared.repeats[1]) / compared.cases
  const widest = sizes[Math.ceil(level * SPLITS) - 1] ?? 0
  return { cases: byCase.length, band: widest * Math.sqrt(real / split) }
}
