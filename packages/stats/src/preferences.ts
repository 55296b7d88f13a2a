import {
  bradleyTerry,
  type Settings,
  type Strengths,
  type Vote,
  votesByCase,
} from './bradley-terry.ts'
import { count, formatEstimate, formatP } from './format.ts'
import { holm } from './holm.ts'
import { casesForShares } from './sample-size.ts'
import { type Signs, signTest } from './binomial.ts'
import type { Ruling } from './comparison.ts'

export type Preference = {
  variant: string
  /** Cases on which the variant was preferred, on which the baseline was, and ties. */
  signs: Signs
  /** p of the sign test, Holm-adjusted over all variants with votes. */
  adjustedP: number
  ruling: Ruling
  sentence: string
}

export type Preferences = {
  /** One for each variant with votes against the baseline. */
  against: Preference[]
  strengths: Strengths
}

const LEVEL = 0.95
/** With fewer cases even unanimous votes cannot bring the sign test below 0.05. */
const MIN_CASES = 6

/**
 * Compares every variant with the first name by votes. Undefined without votes. Strengths have no
 * intervals if `resamples` is 0.
 */
export function preferences(
  votes: readonly Vote[],
  [baseline = '', ...variants]: readonly string[],
  settings: Settings = {},
): Preferences | undefined {
  if (votes.length === 0) return undefined
  return {
    against: compareWithBaseline(votes, baseline, variants),
    strengths: bradleyTerry(votes, settings),
  }
}

/** Compares every variant that has votes against the baseline, without strengths. */
export function compareWithBaseline(
  votes: readonly Vote[],
  baseline: string,
  variants: readonly string[],
): Preference[] {
  const comparedVariants = variants
    .map((variant) => ({ variant, signs: votesByCase(votes, variant, baseline) }))
    .filter(({ signs }) => countCases(signs) > 0)
  const adjusted = holm(comparedVariants.map(({ signs }) => signTest(signs)))
  return comparedVariants.map(({ variant, signs }, index): Preference => {
    const adjustedP = adjusted[index] ?? 1
    const ruling = decidePreference(signs, adjustedP)
    const outcome = { variant, signs, adjustedP, ruling }
    return { ...outcome, sentence: preferenceSentence(outcome, baseline, comparedVariants.length) }
  })
}

const countCases = ({ above, below, tied }: Signs) => above + below + tied

function decidePreference(signs: Signs, adjustedP: number): Ruling {
  if (countCases(signs) < 2) return 'too-few'
  if (signs.above + signs.below === 0) return 'equal'
  if (adjustedP >= 1 - LEVEL) return 'undecided'
  return signs.above > signs.below ? 'better' : 'worse'
}

type PreferenceOutcome = Omit<Preference, 'sentence'>

function preferenceSentence(
  outcome: PreferenceOutcome,
  baseline: string,
  comparisons: number,
): string {
  const { variant, signs, adjustedP, ruling } = outcome
  const { above, below, tied } = signs
  const cases = countCases(signs)
  if (ruling === 'too-few')
    return 'Not enough to tell: one case cannot tell a preference from luck.'
  if (ruling === 'equal') return `Not enough to tell: all ${count(cases)} cases are ties.`
  const ties = tied === 0 ? '' : ` and ${count(tied)} ${tied === 1 ? 'tie' : 'ties'}`
  const adjustment = comparisons > 1 ? ` after adjusting for ${comparisons} comparisons` : ''
  const figures = `on ${count(above)} of ${count(cases)} cases against ${count(below)}${ties}`
  const p = `${formatP(adjustedP)}${adjustment}`
  if (ruling !== 'undecided') {
    const verb = ruling === 'better' ? 'is preferred to' : 'is preferred less often than'
    return `${variant} ${verb} ${baseline}: chosen ${figures} (${p}).`
  }
  return `Not enough to tell: ${variant} was chosen ${figures} (${p}); ${moreVotesHint(signs)}`
}

function moreVotesHint(signs: Signs): string {
  const cases = countCases(signs)
  const discordant = (signs.above + signs.below) / cases
  const margin = (signs.above - signs.below) / cases
  if (margin === 0) return 'no difference was seen that more votes could settle.'
  const requiredCases = Math.max(
    casesForShares(margin, discordant, { level: LEVEL }),
    MIN_CASES / discordant,
    cases + 1,
  )
  return `votes on about ${formatEstimate(Math.ceil(requiredCases) - cases)} more cases would settle a lead this size.`
}
