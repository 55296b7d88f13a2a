import { type Comparison, exclusionSentence } from './comparison.ts'
import { factSentence } from './facts.ts'
import {
  count,
  levels,
  formatEstimate,
  formatLevel,
  formatP,
  signedFormatter,
  unitLabel,
  withUnit,
} from './format.ts'
import { excludesZero, type Interval, type Measure } from './measure.ts'

/** Above this, the sentence does not suggest a number of cases. */
const MAX_SUGGESTED_CASES = 10_000

const verdicts: Record<Measure, { better: string; worse: string }> = {
  pass: { better: 'is better', worse: 'is worse' },
  score: { better: 'is better', worse: 'is worse' },
  latency: { better: 'is faster', worse: 'is slower' },
  tokens: { better: 'uses fewer tokens', worse: 'uses more tokens' },
  cost: { better: 'is cheaper', worse: 'costs more' },
}

/**
 * What outcomes count. Measure `pass`: runs that pass an evaluator, or runs that complete without an error. Measure
 * `score`: the choices of a pairwise judge, 1 for the variant, 0 for the baseline, 0.5 for a tie.
 */
export type Counted = 'passes' | 'completes' | 'choices'
const endings = { better: 'ends in an error less often', worse: 'ends in an error more often' }

type SentenceFigures = Omit<Comparison, 'sentence' | 'summary'> & {
  counted: Counted
  /** Names of the sides whose runs all failed. */
  broken: readonly string[]
  isApart: boolean
}

const formatCases = (cases: number) => cases.toLocaleString('en', { maximumFractionDigits: 1 })

function verdictPhrases({ measure, counted, baseline }: SentenceFigures): {
  better: string
  worse: string
} {
  if (counted === 'completes') return endings
  return counted === 'choices'
    ? { better: `is preferred to ${baseline}`, worse: `is preferred less often than ${baseline}` }
    : verdicts[measure]
}

function levelSummary({ measure, difference, counted }: SentenceFigures): string {
  const { cases, variant, baseline, test } = difference
  if (counted === 'choices')
    return `chosen on ${formatCases(variant * cases)} of ${count(cases)} cases, a tie counting half`
  if (test === 'mcnemar') {
    return `${counted} ${count(variant * cases)} of ${count(cases)} cases against ${count(baseline * cases)}`
  }
  const [variantLevel, baselineLevel] = levels(measure, variant, baseline)
  if (measure === 'pass')
    return `${counted} ${variantLevel} of its runs over ${count(cases)} cases against ${baselineLevel}`
  return `${measure === 'latency' ? 'a median' : 'a mean'} of ${variantLevel} over ${count(cases)} cases against ${baselineLevel}`
}

const adjustmentNote = ({ comparisons }: SentenceFigures) =>
  comparisons > 1 ? ` after adjusting for ${comparisons} comparisons` : ''

/** Only the fallback method is named. */
const intervalName = ({ difference }: SentenceFigures) =>
  difference.intervalMethod === 'percentile' ? 'percentile interval' : 'interval'

/** An interval without width would claim to know the difference exactly. */
const hasWidth = ({ difference }: SentenceFigures, { low, high }: Interval): boolean =>
  high - low > Number.EPSILON * Math.abs(difference.estimate)

/** Choices are shares of the cases, like passes. */
const displayMeasure = ({ measure, counted }: SentenceFigures): Measure =>
  counted === 'choices' ? 'pass' : measure

const evenSplitSuffix = ({ counted }: SentenceFigures) =>
  counted === 'choices' ? ' from an even split' : ''

/** Includes the width, so that different ends never show the same digits. */
const intervalEnds = ({ low, high }: Interval) => [low, high, high - low]

const NO_WIDTH = 'too little spread for an interval'

function winnerSentence(figures: SentenceFigures, interval: Interval): string {
  const { measure, difference, ruling } = figures
  const scale = displayMeasure(figures)
  const show = signedFormatter(scale, [difference.estimate, ...intervalEnds(interval)])
  const phrase = verdictPhrases(figures)[ruling === 'better' ? 'better' : 'worse']
  const estimate = `${withUnit(scale, show(difference.estimate))}${evenSplitSuffix(figures)}`
  const formatSpread = hasWidth(figures, interval)
    ? `${estimate}, ${formatLevel(interval)} ${intervalName(figures)} ${show(interval.low)} to ${show(interval.high)}`
    : `${estimate}, ${NO_WIDTH}`
  return (
    `${figures.variant} ${phrase}: ${levelSummary(figures)} ` +
    `(${measure === 'latency' ? 'median difference ' : ''}${formatSpread}, ` +
    `${formatP(figures.adjustedP)}${adjustmentNote(figures)}).`
  )
}

function moreCasesHint({ moreCases }: SentenceFigures): string {
  if (moreCases === null) return 'no difference was seen that more cases could settle.'
  if (moreCases > MAX_SUGGESTED_CASES)
    return 'a difference this small would take more than 10,000 more cases.'
  return moreCases === 1
    ? 'about 1 more case would settle a difference this size.'
    : `about ${formatEstimate(moreCases)} more cases would settle a difference this size.`
}

function undecidedSentence(figures: SentenceFigures, interval: Interval): string {
  const { noise, adjustedP, difference } = figures
  const scale = displayMeasure(figures)
  const show = signedFormatter(scale, intervalEnds(interval))
  const runs = hasWidth(figures, interval)
    ? `the ${intervalName(figures)} runs from ${show(interval.low)} to ${show(interval.high)}${unitLabel(scale)}${evenSplitSuffix(figures)}`
    : `${withUnit(scale, show(difference.estimate))}${evenSplitSuffix(figures)} over ${count(difference.cases)} cases, ${NO_WIDTH}`
  const isInNoise = noise !== null && noise.band >= Math.abs(figures.difference.estimate)
  const uncertainty = !excludesZero(interval)
    ? ''
    : adjustedP >= 1 - interval.level
      ? `, but luck alone does as much too often (${formatP(adjustedP)}${adjustmentNote(figures)})`
      : isInNoise
        ? `, but ${figures.baseline} differs from itself by as much`
        : ''
  return `Not enough to tell: ${runs}${uncertainty}; ${moreCasesHint(figures)}`
}

function equalSentence(figures: SentenceFigures, interval: Interval): string {
  const { measure, difference, baseline, variant } = figures
  const tooFewSentence = `Not enough to tell: ${variant} and ${baseline} came out alike on all ${count(difference.cases)} cases`
  if (difference.intervalMethod !== 'newcombe')
    return `${tooFewSentence}, which leaves no spread to judge by.`
  const show = signedFormatter(measure, intervalEnds(interval))
  return `${tooFewSentence}; the interval runs from ${show(interval.low)} to ${show(interval.high)}${unitLabel(measure)}.`
}

function noCasesReason({ variant, baseline, broken, leftOut }: SentenceFigures): string {
  if (broken.length > 0) return `every run of ${broken.join(' and of ')} failed.`
  return leftOut.timedApart > 0
    ? `${variant} and ${baseline} were timed at different times, under different loads. Run both again.`
    : `no case has an outcome of both ${variant} and ${baseline}.`
}

function verdictSentence(figures: SentenceFigures): string {
  const { cases, interval } = figures.difference
  if (cases === 0) return `Nothing to compare: ${noCasesReason(figures)}`
  if (interval === null) return 'Not enough to tell: one case cannot tell a difference from luck.'
  if (figures.ruling === 'equal') return equalSentence(figures, interval)
  return figures.ruling === 'undecided'
    ? undecidedSentence(figures, interval)
    : winnerSentence(figures, interval)
}

/** Only latency depends on the load. */
const loadCaveat = ({
  measure,
  isApart,
  difference,
  variant,
  baseline,
}: SentenceFigures): string | undefined =>
  measure === 'latency' && isApart && difference.cases > 1
    ? `${variant} and ${baseline} did not run side by side, so part of it may be the load.`
    : undefined

/**
 * Builds the sentence (verdict, load caveat for latency, other clear differences, exclusions) and
 * the summary (both levels).
 */
export const comparisonSentences = (
  figures: SentenceFigures,
): Pick<Comparison, 'sentence' | 'summary'> => ({
  sentence: [
    verdictSentence(figures),
    loadCaveat(figures),
    ...figures.facts.map(factSentence),
    exclusionSentence(figures.leftOut),
  ]
    .filter((part) => part !== undefined)
    .join(' '),
  summary: figures.difference.cases === 0 ? null : levelSummary(figures),
})
