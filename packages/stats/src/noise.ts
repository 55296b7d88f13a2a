import { measureCentre, computeCentre, type Measure } from './measure.ts'
import { seededRandom, type Random } from './random.ts'
import { averageRepeats, type Sample } from './sample.ts'

const SPLITS = 2_000

export type Noise = {
  /** Cases of the baseline with two outcomes or more. */
  cases: number
  /** The share `level` of the differences of the baseline from itself is no larger than this. */
  band: number
}

function repeatsByCase(sample: Sample, measure: Measure): Float64Array[] {
  averageRepeats(sample, measure)
  const outcomes = Map.groupBy(sample.observations, ({ caseId }) => caseId).values()
  return [...outcomes]
    .map((caseObservations) =>
      Float64Array.from(
        caseObservations.map(({ outcome }) => outcome).filter((value) => typeof value === 'number'),
      ),
    )
    .filter((repeats) => repeats.length >= 2)
}

/** The mean of some half of the repeats less the mean of another, drawn by shuffling them in place. */
function splitDifference(repeats: Float64Array, random: Random): number {
  const half = repeats.length >> 1
  let apart = 0
  for (let index = 0; index < 2 * half; index += 1) {
    const from = index + random.below(repeats.length - index)
    const drawn = repeats[from] ?? 0
    repeats[from] = repeats[index] ?? 0
    repeats[index] = drawn
    apart += index < half ? drawn : -drawn
  }
  return apart / half
}

/**
 * A/A: the baseline's repeats against each other, split into halves at random again and again. `band` is that of one
 * case with one repeat a side, for `scaledTo` to bring to the size of a real comparison. Null without repeats.
 */
export function baselineNoise(
  baseline: Sample,
  measure: Measure,
  { seed = 1, level = 0.95 }: { seed?: number; level?: number } = {},
): Noise | null {
  const byCase = repeatsByCase(baseline, measure)
  if (byCase.length === 0) return null
  const random = seededRandom(seed)
  const centre = measureCentre(measure)
  const apart = new Float64Array(byCase.length)
  const sizes = new Float64Array(SPLITS)
  for (let split = 0; split < SPLITS; split += 1) {
    for (const [index, repeats] of byCase.entries()) apart[index] = splitDifference(repeats, random)
    sizes[split] = Math.abs(computeCentre(centre, apart))
  }
  const widest = sizes.sort()[Math.ceil(level * SPLITS) - 1] ?? 0
  const repeatsInHalf = byCase.map((repeats) => repeats.length >> 1)
  const perHalf = repeatsInHalf.reduce((sum, half) => sum + 1 / half, 0) / byCase.length
  return { cases: byCase.length, band: widest * Math.sqrt(byCase.length / perHalf) }
}

/** The band of a comparison over so many cases, with so many repeats on either side. */
export function scaleNoise(
  noise: Noise,
  {
    cases,
    repeats: [baselineRepeats, variantRepeats],
  }: { cases: number; repeats: readonly [number, number] },
): Noise {
  return {
    ...noise,
    band: noise.band * Math.sqrt((1 / baselineRepeats + 1 / variantRepeats) / 2 / cases),
  }
}
