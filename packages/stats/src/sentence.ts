import { type Comparison, leftOutSentence } from './comparison.ts'
import { factSentence } from './facts.ts'
import { count, levels, roughly, showLevel, showP, signed, unitOf, withUnit } from './format.ts'
import { excludesZero, type Interval, type Measure } from './measure.ts'

/** Past this nobody adds cases. */
const MANY = 10_000

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

type Told = Omit<Comparison, 'sentence' | 'summary'> & {
  counted: Counted
  /** Names of those whose runs failed one and all. */
  broken: readonly string[]
  isApart: boolean
}

const withHalves = (cases: number) => cases.toLocaleString('en', { maximumFractionDigits: 1 })

function wordsOf({ measure, counted, baseline }: Told): { better: string; worse: string } {
  if (counted === 'completes') return endings
  return counted === 'choices'
    ? { better: `is preferred to ${baseline}`, worse: `is liked less than ${baseline}` }
    : verdicts[measure]
}

function standing({ measure, difference, counted }: Told): string {
  const { cases, variant, baseline, test } = difference
  if (counted === 'choices')
    return `chosen on ${withHalves(variant * cases)} of ${count(cases)} cases, a tie counting half`
  if (test === 'mcnemar') {
    return `${counted} ${count(variant * cases)} of ${count(cases)} cases against ${count(baseline * cases)}`
  }
  const [one, other] = levels(measure, variant, baseline)
  if (measure === 'pass')
    return `${counted} ${one} of its runs over ${count(cases)} cases against ${other}`
  return `${measure === 'latency' ? 'a median' : 'a mean'} of ${one} over ${count(cases)} cases against ${other}`
}

const adjusted = ({ comparisons }: Told) =>
  comparisons > 1 ? ` after adjusting for ${comparisons} comparisons` : ''

/** The fallback of the bootstrap is named, the rule is not. */
const intervalName = ({ difference }: Told) =>
  difference.intervalMethod === 'percentile' ? 'percentile interval' : 'interval'

/** An interval without width would claim to know the difference exactly. */
const hasWidth = ({ difference }: Told, { low, high }: Interval): boolean =>
  high - low > Number.EPSILON * Math.abs(difference.estimate)

/** Choices are shares of the cases, as passes are. */
const scaleOf = ({ measure, counted }: Told): Measure => (counted === 'choices' ? 'pass' : measure)

const fromWhat = ({ counted }: Told) => (counted === 'choices' ? ' from an even split' : '')

/** With the width: ends that differ have to look different. */
const ends = ({ low, high }: Interval) => [low, high, high - low]

const NO_WIDTH = 'too little spread for an interval'

function winner(told: Told, interval: Interval): string {
  const { measure, difference, ruling } = told
  const scale = scaleOf(told)
  const show = signed(scale, [difference.estimate, ...ends(interval)])
  const what = wordsOf(told)[ruling === 'better' ? 'better' : 'worse']
  const estimate = `${withUnit(scale, show(difference.estimate))}${fromWhat(told)}`
  const spread = hasWidth(told, interval)
    ? `${estimate}, ${showLevel(interval)} ${intervalName(told)} ${show(interval.low)} to ${show(interval.high)}`
    : `${estimate}, ${NO_WIDTH}`
  return (
    `${told.variant} ${what}: ${standing(told)} ` +
    `(${measure === 'latency' ? 'median difference ' : ''}${spread}, ` +
    `${showP(told.adjustedP)}${adjusted(told)}).`
  )
}

function wayOut({ moreCases }: Told): string {
  if (moreCases === null) return 'no difference was seen that more cases could settle.'
  if (moreCases > MANY) return 'a difference this small would take more than 10,000 more cases.'
  return moreCases === 1
    ? 'about 1 more case would settle a difference this size.'
    : `about ${roughly(moreCases)} more cases would settle a difference this size.`
}

function undecided(told: Told, interval: Interval): string {
  const { noise, adjustedP, difference } = told
  const scale = scaleOf(told)
  const show = signed(scale, ends(interval))
  const runs = hasWidth(told, interval)
    ? `the ${intervalName(told)} runs from ${show(interval.low)} to ${show(interval.high)}${unitOf(scale)}${fromWhat(told)}`
    : `${withUnit(scale, show(difference.estimate))}${fromWhat(told)} over ${count(difference.cases)} cases, ${NO_WIDTH}`
  const isInNoise = noise !== null && noise.band >= Math.abs(told.difference.estimate)
  const doubt = !excludesZero(interval)
    ? ''
    : adjustedP >= 1 - interval.level
      ? `, but luck alone does as much too often (${showP(adjustedP)}${adjusted(told)})`
      : isInNoise
        ? `, but ${told.baseline} differs from itself by as much`
        : ''
  return `Not enough to tell: ${runs}${doubt}; ${wayOut(told)}`
}

function alike(told: Told, interval: Interval): string {
  const { measure, difference, baseline, variant } = told
  const same = `Not enough to tell: ${variant} and ${baseline} came out alike on all ${count(difference.cases)} cases`
  if (difference.intervalMethod !== 'newcombe')
    return `${same}, which leaves no spread to judge by.`
  const show = signed(measure, ends(interval))
  return `${same}; the interval runs from ${show(interval.low)} to ${show(interval.high)}${unitOf(measure)}.`
}

function whyNothing({ variant, baseline, broken, leftOut }: Told): string {
  if (broken.length > 0) return `every run of ${broken.join(' and of ')} failed.`
  return leftOut.timedApart > 0
    ? `${variant} and ${baseline} were timed at different times, under different loads; run both anew.`
    : `no case has an outcome of both ${variant} and ${baseline}.`
}

function main(told: Told): string {
  const { cases, interval } = told.difference
  if (cases === 0) return `Nothing to compare: ${whyNothing(told)}`
  if (interval === null) return 'Not enough to tell: one case cannot tell a difference from luck.'
  if (told.ruling === 'equal') return alike(told, interval)
  return told.ruling === 'undecided' ? undecided(told, interval) : winner(told, interval)
}

/** Honest of a time only: what is said and what it costs does not depend on the load. */
const loadOf = ({ measure, isApart, difference, variant, baseline }: Told): string | undefined =>
  measure === 'latency' && isApart && difference.cases > 1
    ? `${variant} and ${baseline} did not run side by side, so part of it may be the load.`
    : undefined

/** The sentence: verdict, load caveat for latency, other clear differences, exclusions. The summary: levels alone. */
export const sentencesOf = (told: Told): Pick<Comparison, 'sentence' | 'summary'> => ({
  sentence: [
    main(told),
    loadOf(told),
    ...told.facts.map(factSentence),
    leftOutSentence(told.leftOut),
  ]
    .filter((part) => part !== undefined)
    .join(' '),
  summary: told.difference.cases === 0 ? null : standing(told),
})
