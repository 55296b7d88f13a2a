import { ZERO_USAGE } from '@lathe/contract'
import { describe, expect, test } from 'vitest'
import {
  addSpending,
  addCost,
  noSpending,
  callSpending,
  callCost,
  divideSpending,
  unknownCalls,
} from './spending.ts'
import { makeSpan } from './testing.ts'

const usage = { ...ZERO_USAGE, input: 10, output: 5 }

const cost = (total: number | null) => ({ total, input: null, output: null, priceId: null })

const call = (more: object) => makeSpan({ kind: 'model', ...more })

describe('costs of calls', () => {
  test.each([
    ['its price', { usage, cost: cost(7) }, 7],
    ['nothing by a price of nothing', { usage, cost: cost(0) }, 0],
    ['nobody knows what without a price', { usage, cost: cost(null) }, null],
    ['nobody knows what when it tells no usage', { usage: null, cost: null }, null],
    ['nothing when it was refused', { status: 'error', usage: null, cost: null }, 0],
    [
      'nobody knows what when it broke off',
      { status: 'error', usage: null, firstTokenAt: 2 },
      null,
    ],
    ['nobody knows what when it failed after use', { status: 'error', usage, cost: null }, null],
    ['nothing as long as it goes on', { status: 'running', endedAt: null }, 0],
    ['its price as soon as that is known', { status: 'running', endedAt: null, cost: cost(3) }, 3],
    ['nothing when it is not of a model', { kind: 'tool' }, 0],
    ['nothing where it repeats what calls inside it cost', { kind: 'chain', cost: cost(9) }, 0],
  ])('%s', (_, more, spent) => {
    expect(callCost(call(more))).toBe(spent)
  })
})

test('a sum is unknown if one part is', () => {
  const sum = (parts: (number | null)[]) => parts.reduce(addCost, 0)

  expect(sum([1, 0, 2])).toBe(3)
  expect(sum([1, null, 0])).toBeNull()
})

test('an unknown sum keeps the known part and the number of unknown calls', () => {
  const calls = [cost(7), cost(null), cost(2)].map((each) => call({ usage, cost: each }))

  const sum = calls.map(callSpending).reduce(addSpending, noSpending)

  expect(sum).toEqual({ cost: null, pricedCost: 9, unpriced: 1 })
  expect(divideSpending(sum, 3)).toEqual({ cost: null, pricedCost: 3, unpriced: 1 })
})

test('a call without token counts is not a call without a price', () => {
  const unmetered = call({ usage: null, cost: null })
  const unpriced = call({ usage, cost: null })

  const sum = [unmetered, unpriced, unpriced].map(callSpending).reduce(addSpending, noSpending)

  expect(sum).toEqual({ cost: null, pricedCost: 0, unpriced: 2, unmetered: 1 })
  expect(unknownCalls(sum)).toBe(3)
})

test('the known part of an incomplete cost counts as priced', () => {
  const incomplete = call({ usage, cost: { total: null, input: 4, output: 3, priceId: 'price' } })

  expect(callSpending(incomplete)).toEqual({ cost: null, pricedCost: 7, unpriced: 1 })
})

test('a shared cost is divided evenly', () => {
  const sum = { cost: 10, pricedCost: 10, unpriced: 0 }

  expect(divideSpending(sum, 4)).toEqual({ cost: 3, pricedCost: 3, unpriced: 0 })
})
