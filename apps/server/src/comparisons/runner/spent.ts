import type { ComparisonPlan } from '@lathe/contract'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { Spent } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from './cells.store.ts'

export const NOTHING_SPENT: Spent = { tokens: 0, costNanos: 0 }

/** What was paid for elsewhere is not counted. */
export function addSpent(spent: Spent, { is_reused: reused, result: kept }: CellRow): Spent {
  const result = reused ? null : fromJsonOrNull(kept)
  if (!result) return spent
  const { usage, cost, pricedCost, tape } = result
  return {
    tokens: spent.tokens + usage.input + usage.output - (tape?.servedTokens ?? 0),
    costNanos: spent.costNanos + (pricedCost ?? cost ?? 0),
  }
}

export const hasBudget = ({ budget }: ComparisonPlan): boolean => Object.keys(budget).length > 0

export const isSpent = ({ budget }: ComparisonPlan, { tokens, costNanos }: Spent): boolean =>
  tokens >= (budget.tokens ?? Infinity) || costNanos >= (budget.costNanos ?? Infinity)
