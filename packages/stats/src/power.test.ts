import { expect, test } from 'vitest'
import { compareVariants, type Question } from './compare.ts'
import { seededRandom } from './random.ts'
import { casesForMeans, casesForShares } from './sample-size.ts'
import { gaussian } from './testing/simulate.ts'
import { observe, subject } from './testing/subjects.ts'

const TRIALS = 400

/** The percentage of questions about a truly better variant that are answered with it. */
function found(question: () => Pick<Question, 'measure' | 'baseline' | 'variants'>) {
  const rulings = Array.from({ length: TRIALS }, (_, seed) => {
    return compareVariants({ ...question(), resamples: 500, seed })[0]?.ruling
  })
  expect(rulings).not.toContain('worse')
  return (100 * rulings.filter((ruling) => ruling === 'better').length) / TRIALS
}

// The exact test is slightly stricter than the approximation behind the sample size.
test('the suggested number of cases detects a pass difference about as often as stated', () => {
  const random = seededRandom(1)
  const power = found(() => {
    const luck = Array.from({ length: casesForShares(0.2, 0.3) }, () => random.uniform())
    const passes = (name: string, hasPassed: (luck: number) => boolean) =>
      subject(
        name,
        observe((at) => (hasPassed(luck[at] ?? 0) ? 1 : 0), luck.length),
      )
    const baseline = passes('A', (u) => u < 0.05 || u >= 0.6)
    const better = passes('B', (u) => (u >= 0.05 && u < 0.3) || u >= 0.6)
    return { measure: 'pass', baseline, variants: [better] }
  })

  expect(power).toBeGreaterThan(72)
  expect(power).toBeLessThan(88)
})

test('the suggested number of cases detects a cost difference about as often as stated', () => {
  const random = seededRandom(2)
  const cases = casesForMeans(0.5, 1)
  const power = found(() => {
    const baseline = subject(
      'A',
      observe(() => 10, cases),
    )
    const better = subject(
      'B',
      observe(() => 9.5 + gaussian(random), cases),
    )
    return { measure: 'cost', baseline, variants: [better] }
  })

  expect(power).toBeGreaterThan(74)
  expect(power).toBeLessThan(88)
})
