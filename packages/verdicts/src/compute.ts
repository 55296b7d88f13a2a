import {
  type Comparison,
  compareVariants,
  passRate,
  type PassRate,
  type Question,
} from '@lathe/stats'

export type Statistics = {
  /** One for each variant but the baseline, in order. */
  comparisons: Comparison[]
  /** One for each variant; empty when passing is not what is compared. */
  rates: PassRate[]
}

export function compute(question: Question): Statistics {
  const subjects = [question.baseline, ...question.variants]
  return {
    comparisons: compareVariants(question),
    rates: question.measure === 'pass' ? subjects.map((subject) => passRate(subject)) : [],
  }
}
