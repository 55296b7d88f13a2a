import { expect, test } from 'vitest'
import { exactly } from './amount.ts'
import { exceeds } from './exceeds.ts'

const tokens = { min: 100, typical: 500, max: Infinity }
const total = { calls: exactly(1), tokens, cost: { min: 1, typical: 2, max: 3 } }

test.each([
  [50, 'always'],
  [100, 'usually'],
  [500, 'at most'],
])('exceeds reports a budget of %i tokens as exceeded %s', (limit, likelihood) => {
  expect(exceeds({ total }, { tokens: limit })).toEqual([
    { resource: 'tokens', limit, estimated: tokens, likelihood },
  ])
})

test('exceeds compares tokens and cost with separate limits', () => {
  const over = exceeds({ total }, { tokens: 1_000, costNanos: 2 })

  expect(over.map(({ resource, likelihood }) => [resource, likelihood])).toEqual([
    ['tokens', 'at most'],
    ['costNanos', 'at most'],
  ])
})

test.each([
  ['no budget is', total, {}],
  ['a budget as large as the most is', total, { costNanos: 3 }],
  ['a cost nobody knows is', { ...total, cost: null }, { costNanos: 1 }],
])('exceeds reports nothing if %s not exceeded', (_, estimate, budget) => {
  expect(exceeds({ total: estimate }, budget)).toEqual([])
})
