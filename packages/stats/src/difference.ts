import { bcaInterval, centreWithReplicates } from './bootstrap.ts'
import { measureCentre, computeCentre, type Interval, type Measure } from './measure.ts'
import { mcnemarTest, newcombeInterval, type PairedTable } from './proportions.ts'
import type { Random } from './random.ts'
import type { Pairs } from './sample.ts'
import { signFlipTest } from './sign-flip.ts'
import { countSigns, signTest, type Signs } from './binomial.ts'

export type ResampleSettings = { level: number; resamples: number; random: Random }

/** Variant minus baseline over the cases that both have. */
export type Difference = {
  cases: number
  baseline: number
  variant: number
  estimate: number
  /** Null with fewer than two cases. */
  interval: Interval | null
  intervalMethod: 'newcombe' | 'bca' | 'percentile' | 'none'
  p: number
  test: 'mcnemar' | 'sign-flip' | 'sign'
  /** Cases on which the variant scored above, below and equal to the baseline. */
  signs: Signs
}

const isBinary = (values: Float64Array) => values.every((value) => value === 0 || value === 1)

function toPairedTable({ baseline, variant }: Pairs): PairedTable {
  const table = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }
  for (const [index, value] of variant.entries()) {
    const other = baseline[index] === 1
    table[value === 1 ? (other ? 'both' : 'onlyFirst') : other ? 'onlySecond' : 'neither'] += 1
  }
  return table
}

/**
 * Compares paired values. Unrepeated passes use McNemar's test and Newcombe's interval. Everything
 * else uses the bootstrap and an exact test of the same centre, because the bootstrap alone is
 * overconfident with few cases.
 */
export function pairedDifference(
  pairs: Pairs,
  measure: Measure,
  effort: ResampleSettings,
): Difference {
  const centre = measureCentre(measure)
  const cases = pairs.variant.length
  const differences = pairs.variant.map((value, index) => value - (pairs.baseline[index] ?? 0))
  const signs = countSigns(differences)
  const sides = {
    cases,
    baseline: computeCentre(centre, pairs.baseline),
    variant: computeCentre(centre, pairs.variant),
    signs,
  }
  if (measure === 'pass' && cases > 0 && isBinary(pairs.baseline) && isBinary(pairs.variant)) {
    const table = toPairedTable(pairs)
    const { estimate, ...interval } = newcombeInterval(table, effort.level)
    const test = { p: mcnemarTest(table), test: 'mcnemar' as const }
    return cases < 2
      ? { ...sides, estimate, interval: null, intervalMethod: 'none', ...test }
      : { ...sides, estimate, interval, intervalMethod: 'newcombe', ...test }
  }
  const test =
    centre === 'median'
      ? { p: signTest(signs), test: 'sign' as const }
      : {
          p: signFlipTest(differences),
          test: 'sign-flip' as const,
        }
  if (cases < 2) {
    const estimate = computeCentre(centre, differences)
    return { ...sides, estimate, interval: null, intervalMethod: 'none', ...test }
  }
  const sample = centreWithReplicates(centre, differences, effort)
  const { method, ...interval } = bcaInterval(sample, effort.level)
  return { ...sides, estimate: sample.estimate, interval, intervalMethod: method, ...test }
}
