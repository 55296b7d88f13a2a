import { expect, test } from 'vitest'
import { preferences } from './preferences.ts'
import type { Vote } from './bradley-terry.ts'

const cast = (second: string, wins: number, losses: number, ties = 0): Vote[] =>
  Array.from({ length: wins + losses + ties }, (_, at) => ({
    caseId: `case ${at}`,
    first: 'A',
    second,
    winner: at < wins ? 'second' : at < wins + losses ? 'first' : 'tie',
  }))
const ofB = (...counts: [number, number, number?]) =>
  preferences(cast('B', ...counts), ['A', 'B'])?.against[0]

// 2 Σ C(18, k) / 2¹⁸ for k up to 3 and 2 Σ C(15, k) / 2¹⁵ for k up to 6: the binomial test, ties left out
test('names the preferred variant by the sign test over cases', () => {
  expect(ofB(15, 3, 2)?.adjustedP).toBeCloseTo(0.007537842, 8)
  expect(ofB(15, 3, 2)?.sentence).toBe(
    'B is preferred to A: chosen on 15 of 20 cases against 3 and 2 ties (p = 0.008).',
  )
  expect(ofB(3, 15)?.ruling).toBe('worse')
  expect(ofB(9, 6)?.adjustedP).toBeCloseTo(0.6072388, 7)
  expect(ofB(9, 6)?.sentence).toMatch(/^Not enough to tell: .* votes on about \d+ more cases/)
})

test.each<[[number, number, number?], string]>([
  [[1, 0], 'Not enough to tell: one case cannot tell a preference from luck.'],
  [[0, 0, 4], 'Not enough to tell: all 4 cases are ties.'],
  [
    [3, 3],
    'Not enough to tell: B was chosen on 3 of 6 cases against 3 (p = 1.00); no difference was seen that more votes could settle.',
  ],
])('%j may be chance', (counts, sentence) => {
  expect(ofB(...counts)?.sentence).toBe(sentence)
})

test('adjusts for several variants and ranks them by strength', () => {
  const votes = [...cast('B', 9, 1), ...cast('C', 6, 4)]
  const told = preferences(votes, ['A', 'B', 'C', 'D'])

  // 22 / 2¹⁰ twice, and 772 / 2¹⁰
  expect(told?.against.map(({ variant, adjustedP }) => [variant, adjustedP.toFixed(4)])).toEqual([
    ['B', '0.0430'],
    ['C', '0.7539'],
  ])
  expect(told?.strengths.strengths.map(({ name }) => name)).toEqual(['B', 'C', 'A'])
  expect(preferences([], ['A', 'B'])).toBeUndefined()
})

test('random votes name a winner in fewer than 1 of 20 trials', () => {
  const cases = 20
  const choose = (k: number): number => (k === 0 ? 1 : (choose(k - 1) * (cases - k + 1)) / k)
  const isNamed = (wins: number) => ofB(wins, cases - wins)?.ruling !== 'undecided'
  const wins = Array.from({ length: cases + 1 }, (_, at) => at)

  const chance = wins.filter(isNamed).reduce((sum, k) => sum + choose(k) / 2 ** cases, 0)

  // 2 Σ C(20, k) / 2²⁰ for k up to 5
  expect(chance).toBeCloseTo(0.04138947, 8)
})
