import { ZERO_USAGE } from '@lathe/contract'
import { expect, test } from 'vitest'
import { makePlan } from '../testing.ts'
import { budgetStop } from './budget-stop.ts'

const partly = { cost: null, pricedCost: 4_000_000, unpriced: 1 }
const judging = { verdicts: 2, usage: { ...ZERO_USAGE, input: 90, output: 10 }, ...partly }
const stopped = { judging, spent: { tokens: 1_250, costNanos: 3_000_000 } }

test.each([
  [{ budget: { tokens: 1_000 } }, 'the budget is exhausted, 1.3 k of 1.0 k tokens (250 over)'],
  [{ budget: { costNanos: 3_000_000 } }, 'the budget is exhausted, $0.003 of $0.003'],
  [{ judgeBudget: { tokens: 100 } }, 'the judge budget is exhausted, 100 of 100 tokens'],
  [{ judgeBudget: { costNanos: 4e6 } }, 'the judge budget is exhausted, $0.004 of $0.004'],
  [{ budget: { tokens: 2_000 } }, 'the budget was exhausted'],
])('describes the exhausted budgets: %j', (budgets, words) => {
  expect(budgetStop({ ...stopped, stopReason: 'budget', plan: makePlan(budgets) })).toBe(words)
})
