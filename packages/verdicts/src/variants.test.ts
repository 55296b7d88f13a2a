import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { cell } from './testing/cell.ts'
import { quantile, variantFacts } from './variants.ts'

test.each([
  [[7], 0.95, 7],
  [[3, 1], 0.5, 2],
  [[40, 10, 30, 20], 0.5, 25],
  [[40, 10, 30, 20], 0.95, 38.5],
  [[10, 9], 1, 10],
])('the quantiles of %j: %d interpolates between neighbours', (values, share, expected) => {
  expect(quantile(values, share)).toBeCloseTo(expected, 12)
})

test('an empty list has no quantile', () => {
  expect(quantile([], 0.5)).toBeNull()
})

test('only finished cells count for latency, tokens and cost', () => {
  const used = { ...ZERO_USAGE, input: 10, output: 4 }
  const failed = { usage: used, cost: 9, pricedCost: 9, unpriced: 1 }

  const facts = variantFacts([
    cell({ latencyMs: 200, firstTokenMs: 5, usage: used, cost: 3, pricedCost: 3 }),
    cell({ latencyMs: 400, firstTokenMs: 15, usage: used, cost: 4, pricedCost: 4 }),
    cell({ status: 'error', latencyMs: 9_000, isRefused: true, ...failed }),
    cell({ status: 'pending', latencyMs: null, usage: null, cost: null }),
  ])

  expect(facts).toEqual({
    finished: 2,
    errors: 1,
    refusalCount: 1,
    latencyP50: 300,
    latencyP95: 390,
    firstToken: 10,
    input: 20,
    output: 8,
    cost: 7,
    pricedCost: 7,
    unpriced: 0,
  })
})

test('an unknown cost keeps the known part and the number of unknown calls', () => {
  const facts = variantFacts([
    cell({ cost: 3, pricedCost: 3 }),
    cell({ cost: null, pricedCost: 2, unpriced: 4 }),
  ])

  expect(facts).toMatchObject({ cost: null, pricedCost: 5, unpriced: 4 })
})
