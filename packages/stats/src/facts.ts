import { pairedDifference, type Difference, type ResampleSettings } from './difference.ts'
import { signedFormatter } from './format.ts'
import { excludesZero } from './measure.ts'
import { averageRepeats, pair, type Observation } from './sample.ts'

export const factMeasures = ['cost', 'latency', 'tokens'] as const
export type FactMeasure = (typeof factMeasures)[number]

/** Cost, latency and tokens of a variant. */
export type Spent = { [measure in FactMeasure]?: readonly Observation[] }

export type Fact = {
  measure: FactMeasure
  difference: Difference
  /**
   * Variant divided by baseline, minus one: 0.12 for 12 % more. Null if the baseline's value is 0.
   */
  change: number | null
  /** Whether interval and test agree that the difference is not chance. */
  isClear: boolean
}

/** Compares cost, latency and tokens of two sides, for those that both have. */
export function compareFacts(
  baseline: { name: string; spent?: Spent },
  variant: { name: string; spent?: Spent },
  effortFor: () => ResampleSettings,
): Fact[] {
  return factMeasures.flatMap((measure) => {
    const [before, after] = [baseline.spent?.[measure], variant.spent?.[measure]]
    if (!before || !after) return []
    const average = (name: string, observations: readonly Observation[]) =>
      averageRepeats({ name, observations }, measure)
    const pairs = pair(average(baseline.name, before), average(variant.name, after))
    if (pairs.variant.length === 0) return []
    const effort = effortFor()
    const difference = pairedDifference(pairs, measure, effort)
    const { interval, p } = difference
    return [
      {
        measure,
        difference,
        change: difference.baseline === 0 ? null : difference.estimate / difference.baseline,
        isClear: interval !== null && excludesZero(interval) && p < 1 - effort.level,
      },
    ]
  })
}

const phrases: Record<FactMeasure, (amount: string, isMore: boolean) => string> = {
  cost: (amount, isMore) => `It costs ${amount} ${isMore ? 'more' : 'less'}.`,
  latency: (amount, isMore) => `It is ${amount} ${isMore ? 'slower' : 'faster'}.`,
  tokens: (amount, isMore) => `It uses ${amount} ${isMore ? 'more' : 'fewer'} tokens.`,
}

function percent(change: number): string {
  return `${Math.round(Math.abs(change) * 100).toLocaleString('en')} %`
}

/** Smaller changes are not reported even if they are significant. */
const MIN_REPORTED_CHANGE = 0.01

/**
 * Describes a clear difference of at least 1 %. Undefined otherwise, and for tokens, which the cost
 * already reflects.
 */
export function factSentence({ measure, difference, change, isClear }: Fact): string | undefined {
  if (!isClear || measure === 'tokens') return undefined
  if (change !== null && Math.abs(change) < MIN_REPORTED_CHANGE) return undefined
  if (change !== null) return phrases[measure](percent(change), change > 0)
  const amount = signedFormatter(measure, [difference.estimate])(difference.estimate).slice(1)
  return phrases[measure](measure === 'latency' ? `${amount} ms` : `${amount} per case`, true)
}
