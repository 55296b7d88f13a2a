import {
  type Comparison,
  compareVariants,
  passRate,
  type PassRate,
  preferences,
  type Preferences,
  type Question,
} from '@lathe/stats'
import { type Ballot, NO_VOTES } from './ballot.ts'

export type Statistics = {
  /** One for each variant but the baseline, in order. */
  comparisons: Comparison[]
  /** One for each variant; empty when passing is not what is compared. */
  rates: PassRate[]
  /** Undefined while nobody has voted. */
  preferences: Preferences | undefined
}

export function compute(question: Question, { votes, names }: Ballot = NO_VOTES): Statistics {
  const subjects = [question.baseline, ...question.variants]
  return {
    comparisons: compareVariants(question),
    preferences: preferences(votes, names),
    rates: question.measure === 'pass' ? subjects.map((subject) => passRate(subject)) : [],
  }
}
