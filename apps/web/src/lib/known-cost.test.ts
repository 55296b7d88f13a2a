import { expect, test } from 'vitest'
import { knownCost } from './known-cost.ts'

test('does not know the cost of calls whose usage was never told', () => {
  expect(knownCost({ cost: 0, usage: { input: 0, output: 0 } })).toBeNull()
})

test('knows that a model without a charge costs nothing', () => {
  expect(knownCost({ cost: 0, usage: { input: 12, output: 3 } })).toBe(0)
})

test('knows a cost that a program told without its usage', () => {
  expect(knownCost({ cost: 7, usage: { input: 0, output: 0 } })).toBe(7)
})
