import { expect, test } from 'vitest'
import { compareVariants, type Question, type Subject } from './compare.ts'
import type { Measure } from './measure.ts'
import { seededRandom, type Random } from './random.ts'
import { gaussian } from './testing/simulate.ts'
import { observe, subject } from './testing/subjects.ts'

/** Fewer than the product uses, to stay within seconds. */
const resamples = 500

const draws: Record<Exclude<Measure, 'tokens'>, (random: Random) => number> = {
  pass: (random) => (random.uniform() < 0.6 ? 1 : 0),
  score: (random) => 1 / (1 + Math.exp(-gaussian(random))),
  latency: (random) => 800 * Math.exp(gaussian(random) / 2),
  cost: (random) => 0.01 * Math.exp(gaussian(random)),
}

type Shape = readonly [cases: number, repeats: number, variants: number]

/** Counts the questions with a winner among 1,000 questions about equal variants. */
function winners(measure: keyof typeof draws, [cases, repeats, variants]: Shape, seed: number) {
  const random = seededRandom(seed)
  const equal = (name: string): Subject =>
    subject(
      name,
      observe(() => draws[measure](random), cases, repeats),
    )
  const questions = Array.from({ length: 1_000 }, (_, at): Question => ({
    measure,
    baseline: equal('A'),
    variants: Array.from({ length: variants }, (__, other) => equal(`B${other}`)),
    resamples,
    seed: at,
  }))
  const isWon = (question: Question) =>
    compareVariants(question).some(({ ruling }) => ruling === 'better' || ruling === 'worse')
  return questions.filter(isWon).length
}

// Their true rates are between 1 and 3 %, as listed in docs/statistics.md.
test.each([
  { measure: 'pass', shape: [40, 1, 1] },
  { measure: 'pass', shape: [40, 1, 3] },
  { measure: 'pass', shape: [10, 2, 1] },
  { measure: 'latency', shape: [40, 1, 1] },
] as const)(
  '$measure of equal variants ($shape) has a winner at most 50 times in 1,000',
  ({ measure, shape }) => {
    expect(winners(measure, shape, 7)).toBeLessThanOrEqual(50)
  },
)

/**
 * With a true rate of 5 %, 1,000 questions have more than 50 winners every second time, and 4,000
 * have more than 245 once in 1,500 times. With 7.5 %, 4,000 have at most 245 once in 2,500 times.
 */
test.each([
  { measure: 'score', shape: [10, 1, 1] },
  { measure: 'score', shape: [12, 1, 3] },
  { measure: 'cost', shape: [20, 1, 1] },
] as const)(
  '$measure of equal variants ($shape) has a winner in at most 5 %',
  ({ measure, shape }) => {
    const won = [1, 2, 3, 4].map((seed) => winners(measure, shape, seed))

    expect(won.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(245)
  },
)
