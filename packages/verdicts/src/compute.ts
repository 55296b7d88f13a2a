import { passRate, type PassRate, preferences, type Preferences } from '@lathe/stats'
import { type Ballot, NO_VOTES } from './ballot.ts'
import { type Decision, decideVariants, type VerdictInput } from './decide.ts'

export type Statistics = {
  /** One per variant except the baseline, in order. */
  comparisons: Decision[]
  /** One per variant, the baseline first. Empty unless the primary metric is a pass rate. */
  rates: PassRate[]
  /** Undefined without votes. */
  preferences: Preferences | undefined
}

/** The verdicts, pass rates and vote results that a comparison page shows. */
export function compute(input: VerdictInput, { votes, names }: Ballot = NO_VOTES): Statistics {
  const { measure, baseline, variants } = input.primary.question
  return {
    comparisons: decideVariants(input),
    preferences: preferences(votes, names),
    rates: measure === 'pass' ? [baseline, ...variants].map((subject) => passRate(subject)) : [],
  }
}
