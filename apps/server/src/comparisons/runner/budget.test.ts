import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { toJson } from '../../platform/db/json.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import { planWith } from '../../testing/comparison-app.ts'
import { createBudget, sumSpending } from './budget.ts'
import type { CellRow } from './cells.store.ts'

const cell = (fields: Partial<CellResult>): CellRow => ({
  id: 'one',
  workspace_id: 'w',
  comparison_id: 'c',
  variant: 'a',
  case_key: 'one',
  repeat: 0,
  fingerprint: 'f',
  status: 'success',
  run_id: 'r',
  batch_id: null,
  is_reused: 0,
  is_anew: 0,
  former: null,
  changed: 0,
  result: toJson({
    output: null,
    error: null,
    latencyMs: 1,
    firstTokenMs: null,
    usage: ZERO_USAGE,
    cost: 9,
    calls: [],
    ...fields,
  }),
})

test.each([
  ['the cost', { cost: 9, pricedCost: 9, unpriced: 0 }, 9],
  ['the priced part of a partly unpriced cost', { cost: null, pricedCost: 7, unpriced: 1 }, 7],
  ['the cost of a result that stores nothing else', { cost: 9 }, 9],
])('charges the budget for %s', (_, costs, costNanos) => {
  expect(sumSpending([cell(costs)])).toEqual({ tokens: 0, costNanos })
})

test('is used up by the cell that reaches the limit', () => {
  const budget = createBudget(planWith({ budget: { costNanos: 25 } }), [cell({})])

  budget.charge(cell({}))
  expect(budget.isUsedUp()).toBe(false)
  budget.charge(cell({}))

  expect(budget.isUsedUp()).toBe(true)
  expect(budget.spending()).toEqual({ tokens: 0, costNanos: 27 })
})

test('ignores reused results', () => {
  const budget = createBudget(planWith({ budget: { costNanos: 5 } }), [])

  budget.charge({ ...cell({}), is_reused: 1 })

  expect(budget.isUsedUp()).toBe(false)
})
