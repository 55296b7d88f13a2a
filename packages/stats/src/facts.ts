import { pairedDifference, type Difference, type ResampleSettings } from './difference.ts'
import { signedFormatter } from './format.ts'
import { excludesZero } from './measure.ts'
import { averageRepeats, pair, type Observation } from './sample.ts'

export const factMeasures = ['cost', 'latency', 'tokens'] as const
export type FactMeasure = (typeof factMeasures)[number]

/** What a variant spent, beside what it is judged by. */
export type Spent = { [measure in FactMeasure]?: readonly Observation[] }

export type Fact = {
  measure: FactMeasure
  difference: Difference
  /** Variant over baseline, less one: 0.12 for 12 % more. Null when the baseline spent nothing. */
  change: number | null
  /** Interval and test agree that it is no luck. */
  isClear: boolean
}

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

/** However clear, nobody decides by less than this share. */
const MIN_REPORTED_CHANGE = 0.01

/** Only what is clear and tells something, and never the same story twice: tokens are left to the cost. */
export function factSentence({ measure, difference, change, isClear }: Fact): string | undefined {
  if (!isClear || measure === 'tokens') return undefined
  if (change !== null && Math.abs(change) < MIN_REPORTED_CHANGE) return undefined
  if (change !== null) return phrases[measure](percent(change), change > 0)
  const amount = signedFormatter(measure, [difference.estimate])(difference.estimate).slice(1)
  return phrases[measure](measure === 'latency' ? `${amount} ms` : `${amount} a case`, true)
}
