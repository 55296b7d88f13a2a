import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { addCall, noTotals } from './usage.ts'

const usage = { ...ZERO_USAGE, input: 10, output: 5 }
const call = (total: number | null, more: object = {}) => ({
  kind: 'model' as const,
  status: 'success' as const,
  endedAt: 2,
  firstTokenAt: 1,
  usage,
  cost: total === null ? null : { total },
  ...more,
})

test('a call without usage makes the cost of the run unknown', () => {
  const totals = [call(7), call(null, { usage: null })].reduce(addCall, noTotals)

  expect(totals).toMatchObject({ usage: { input: 10, output: 5 }, costNanos: null })
})

test('known spending counts against a budget even if some is unknown', () => {
  const totals = [call(7), call(null), call(5)].reduce(addCall, noTotals)

  expect(totals).toMatchObject({ costNanos: null, pricedNanos: 12, unpriced: 1 })
})

test('refused calls and other exchanges cost nothing', () => {
  const refused = call(null, { status: 'error', usage: null, firstTokenAt: null })
  const totals = [call(7), refused, call(9, { kind: 'chain' })].reduce(addCall, noTotals)

  expect(totals).toMatchObject({ usage, costNanos: 7 })
})
