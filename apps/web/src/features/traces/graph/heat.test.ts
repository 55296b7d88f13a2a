import { noUsage } from '@lathe/contract'
import { expect, test } from 'vitest'
import { measure, measured } from './heat.ts'

const node = { total: 5_000, usage: { ...noUsage, input: 90, output: 10 } }

test('a cost that is known in part is told as such, and is as hot as what is known', () => {
  const partly = { ...node, cost: null, pricedCost: 250_000_000, unpriced: 1 }

  expect(measured(partly, 'cost')).toBe('$0.25 + ?')
  expect(measure(partly, 'cost')).toBe(250_000_000)
})

test('a cost of which nothing is known is no zero', () => {
  expect(measured({ ...node, cost: null, pricedCost: 0, unpriced: 1 }, 'cost')).toBe('—')
})
