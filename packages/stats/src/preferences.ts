import {
  bradleyTerry,
  type Settings,
  type Strengths,
  type Vote,
  votesByCase,
} from './bradley-terry.ts'
import { count, roughly, showP } from './format.ts'
import { holm } from './holm.ts'
import { casesForShares } from './sample-size.ts'
import { type Signs, signTest } from './binomial.ts'
import type { Ruling } from './comparison.ts'

export type Preference = {
  variant: string
  /** Cases on which it was preferred, on which the baseline was, and ties. */
  signs: Signs
  /** Of the sign test, Holm-adjusted over all variants that were voted on. */
  adjustedP: number
  ruling: Ruling
  sentence: string
}

export type Preferences = {
  /** One for each variant that was voted on against the baseline. */
  against: Preference[]
  strengths: Strengths
}

const LEVEL = 0.95
/** Fewer cases that all speak for one side can not bring the sign test below 0.05. */
const FEWEST = 6

/** What votes say of every variant against the first name; undefined without a vote. No resamples, no intervals. */
export function preferences(
  votes: readonly Vote[],
  [baseline = '', ...others]: readonly string[],
  settings: Settings = {},
): Preferences | undefined {
  if (votes.length === 0) return undefined
  return { against: preferredTo(votes, baseline, others), strengths: bradleyTerry(votes, settings) }
}

/** Of every variant that was voted on against the baseline, without strengths. */
export function preferredTo(
  votes: readonly Vote[],
  baseline: string,
  others: readonly string[],
): Preference[] {
  const voted = others
    .map((variant) => ({ variant, signs: votesByCase(votes, variant, baseline) }))
    .filter(({ signs }) => casesOf(signs) > 0)
  const adjusted = holm(voted.map(({ signs }) => signTest(signs)))
  return voted.map(({ variant, signs }, at): Preference => {
    const adjustedP = adjusted[at] ?? 1
    const ruling = rulingOf(signs, adjustedP)
    const told = { variant, signs, adjustedP, ruling }
    return { ...told, sentence: sentenceOf(told, baseline, voted.length) }
  })
}

const casesOf = ({ above, below, tied }: Signs) => above + below + tied

function rulingOf(signs: Signs, adjustedP: number): Ruling {
  if (casesOf(signs) < 2) return 'too-few'
  if (signs.above + signs.below === 0) return 'equal'
  if (adjustedP >= 1 - LEVEL) return 'undecided'
  return signs.above > signs.below ? 'better' : 'worse'
}

type Told = Omit<Preference, 'sentence'>

function sentenceOf(told: Told, baseline: string, comparisons: number): string {
  const { variant, signs, adjustedP, ruling } = told
  const { above, below, tied } = signs
  const cases = casesOf(signs)
  if (ruling === 'too-few') return 'Not enough to tell: one case cannot tell a taste from luck.'
  if (ruling === 'equal') return `Not enough to tell: all ${count(cases)} cases are ties.`
  const ties = tied === 0 ? '' : ` and ${count(tied)} ${tied === 1 ? 'tie' : 'ties'}`
  const several = comparisons > 1 ? ` after adjusting for ${comparisons} comparisons` : ''
  const figures = `on ${count(above)} of ${count(cases)} cases against ${count(below)}${ties}`
  const p = `${showP(adjustedP)}${several}`
  if (ruling !== 'undecided') {
    const what = ruling === 'better' ? 'is preferred to' : 'is liked less than'
    return `${variant} ${what} ${baseline}: chosen ${figures} (${p}).`
  }
  return `Not enough to tell: ${variant} was chosen ${figures} (${p}); ${wayOut(signs)}`
}

function wayOut(signs: Signs): string {
  const cases = casesOf(signs)
  const discordant = (signs.above + signs.below) / cases
  const lead = (signs.above - signs.below) / cases
  if (lead === 0) return 'no difference was seen that more votes could settle.'
  const needed = Math.max(
    casesForShares(lead, discordant, { level: LEVEL }),
    FEWEST / discordant,
    cases + 1,
  )
  return `votes on about ${roughly(Math.ceil(needed) - cases)} more cases would settle a lead this size.`
}
