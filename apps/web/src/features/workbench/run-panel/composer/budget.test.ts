import { expect, test } from 'vitest'
import { budgetText, excessText } from './budget.ts'

test.each([
  [{}, null],
  [{ tokens: 20_000, costNanos: 50_000_000 }, '≤ 20.0 k tokens · $0.05'],
  [{ steps: 1, wallClockMs: 90_000 }, '≤ 1 step · 1 m 30 s'],
])('%j is formatted as %s', (budget, text) => {
  expect(budgetText(budget)).toBe(text)
})

const estimated = { min: 100, typical: 4_200, max: 9_000 }

test.each([
  ['always', estimated, 'Exceeds its budget: at least 100 of 50 tokens.'],
  ['usually', estimated, 'Usually exceeds its budget: about 4.2 k of 50 tokens.'],
  ['at most', estimated, 'May exceed its budget: up to 9.0 k of 50 tokens.'],
  [
    'at most',
    { ...estimated, max: Infinity },
    'May exceed its budget: unlimited instead of 50 tokens.',
  ],
] as const)('reports an estimate that %s exceeds the budget', (moment, range, text) => {
  expect(excessText({ resource: 'tokens', limit: 50, estimated: range, likelihood: moment })).toBe(
    text,
  )
})
