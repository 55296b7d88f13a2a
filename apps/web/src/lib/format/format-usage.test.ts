import { expect, test } from 'vitest'
import { knownCost } from './format-usage.ts'

test('returns no cost for calls that never reported usage', () => {
  expect(knownCost({ cost: 0, usage: { input: 0, output: 0 } })).toBeNull()
})

test('returns zero for a model without a charge', () => {
  expect(knownCost({ cost: 0, usage: { input: 12, output: 3 } })).toBe(0)
})

test('returns a reported cost even without usage', () => {
  expect(knownCost({ cost: 7, usage: { input: 0, output: 0 } })).toBe(7)
})
