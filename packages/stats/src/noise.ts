import { measureCentre, computeCentre, type Measure } from './measure.ts'
import { seededRandom, type Random } from './random.ts'
import { averageRepeats, type Sample } from './sample.ts'

const SPLITS = 2_000

export type Noise = {
  /** Baseline cases with at least two outcomes. */
  cases: number
  /** The share `level` of the baseline's differences from itself is at most this large. */
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

/**
 * Returns the mean of a random half of the repeats minus the mean of the other half. Shuffles them
 * in place.
 */
function splitDifference(repeats: Float64Array, random: Random): number {
  const halfSize = repeats.length >> 1
  let differences = 0
  for (let index = 0; index < 2 * halfSize; index += 1) {
    const from = index + random.below(repeats.length - index)
    const value = repeats[from] ?? 0
    repeats[from] = repeats[index] ?? 0
    repeats[index] = value
    differences += index < halfSize ? value : -value
  }
  return differences / halfSize
}

/**
 * Estimates A/A noise: the baseline's repeats are split into random halves many times. `band` is
 * that of one case with one repeat per side; `scaleNoise` scales it to a comparison. Null without
 * repeats.
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
  const differences = new Float64Array(byCase.length)
  const sizes = new Float64Array(SPLITS)
  for (let split = 0; split < SPLITS; split += 1) {
    for (const [index, repeats] of byCase.entries())
      differences[index] = splitDifference(repeats, random)
    sizes[split] = Math.abs(computeCentre(centre, differences))
  }
  const quantile = sizes.sort()[Math.ceil(level * SPLITS) - 1] ?? 0
  const repeatsInHalf = byCase.map((repeats) => repeats.length >> 1)
  const variancePerHalf =
    repeatsInHalf.reduce((sum, halfSize) => sum + 1 / halfSize, 0) / byCase.length
  return { cases: byCase.length, band: quantile * Math.sqrt(byCase.length / variancePerHalf) }
}

/** Scales the noise to a comparison with this many cases and repeats. */
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
