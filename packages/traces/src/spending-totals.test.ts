import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { sumSpans } from './spending.ts'
import { makeSpan } from './testing.ts'

const cost = (total: number) => ({ total, input: total, output: 0, priceId: null })

const call = { kind: 'model', usage: { ...ZERO_USAGE, input: 7, output: 1 } } as const

test('a trace has the sum of its model calls, even if parents repeat it', () => {
  const spans = [
    makeSpan({ kind: 'agent', usage: call.usage, cost: cost(5), firstTokenAt: 9 }),
    makeSpan({ ...call, cost: cost(2), firstTokenAt: 4 }),
    makeSpan({ ...call, cost: cost(3) }),
    makeSpan({ kind: 'model', endedAt: null, status: 'running', firstTokenAt: 6 }),
  ]

  expect(sumSpans(spans)).toEqual({
    spanCount: 4,
    usage: { ...ZERO_USAGE, input: 14, output: 2 },
    firstTokenAt: 4,
    cost: 5,
    pricedCost: 5,
    unpriced: 0,
  })
})

test('a call without a price makes the whole cost unknown', () => {
  expect(sumSpans([makeSpan({ ...call, cost: cost(2) }), makeSpan(call)])).toMatchObject({
    cost: null,
    pricedCost: 2,
    unpriced: 1,
  })
})
