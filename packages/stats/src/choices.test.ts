import { expect, test } from 'vitest'
import { compareVariants } from './compare.ts'
import type { Subject } from './compare.ts'

const subject = (name: string, outcomes: readonly number[]): Subject => ({
  name,
  observations: outcomes.map((outcome, at) => ({ caseId: `c${at}`, outcome })),
})

/**
 * The sentence about a judge that preferred the variant, the baseline or neither in the given
 * numbers of cases.
 */
function sentenceOf({ wins = 0, losses = 0, ties = 0 }): string | undefined {
  const choices = [
    ...Array.from({ length: wins }, () => 1),
    ...Array.from({ length: losses }, () => 0),
    ...Array.from({ length: ties }, () => 0.5),
  ]
  const baseline = subject(
    'Plain',
    choices.map(() => 0.5),
  )
  const [compared] = compareVariants({
    measure: 'score',
    counted: 'choices',
    baseline,
    variants: [subject('Bright', choices)],
  })
  return compared?.sentence
}

test('a verdict on choices names how often the variant was chosen', () => {
  expect(sentenceOf({ wins: 14, losses: 1, ties: 5 })).toMatch(
    /^Bright is preferred to Plain: chosen on 16\.5 of 20 cases, a tie counting half \(\+33 points from an even split, 95 % interval \+\d+ to \+\d+, p < 0\.001\)\.$/,
  )
  expect(sentenceOf({ losses: 9 })).toBe(
    'Bright is preferred less often than Plain: chosen on 0 of 9 cases, a tie counting half (−50 points from an even split, too little spread for an interval, p = 0.004).',
  )
})

test('an undecided comparison of choices shows points from an even split', () => {
  expect(sentenceOf({ wins: 5, losses: 4, ties: 3 })).toMatch(
    /^Not enough to tell: the interval runs from −\d+ to \+\d+ points from an even split; about [\d,]+ more cases/,
  )
})
