import type { ComparisonPlan } from '@lathe/contract'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { Spent } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from './cells.store.ts'

/** The budget of a running comparison. Each completed cell is charged to it. */
export type Budget = {
  charge: (cell: CellRow) => void
  isUsedUp: () => boolean
  spending: () => Spent
}

export function createBudget(plan: ComparisonPlan, cells: readonly CellRow[]): Budget {
  let spending = sumSpending(cells)
  let isUsedUp = isBudgetUsedUp(plan, spending)
  return {
    charge(cell) {
      spending = addCellSpending(spending, cell)
      isUsedUp ||= isBudgetUsedUp(plan, spending)
    },
    isUsedUp: () => isUsedUp,
    spending: () => spending,
  }
}

export const sumSpending = (cells: readonly CellRow[]): Spent =>
  cells.reduce(addCellSpending, { tokens: 0, costNanos: 0 })

/** Adds a cell's usage and cost. Reused results cost nothing. */
function addCellSpending(spending: Spent, cell: CellRow): Spent {
  const result = cell.is_reused ? null : fromJsonOrNull(cell.result)
  if (!result) return spending
  const { usage, cost, pricedCost, recording } = result
  return {
    tokens: spending.tokens + usage.input + usage.output - (recording?.servedTokens ?? 0),
    costNanos: spending.costNanos + (pricedCost ?? cost ?? 0),
  }
}

export const hasBudget = ({ budget }: ComparisonPlan): boolean => Object.keys(budget).length > 0

export const isBudgetUsedUp = (
  { budget }: Pick<ComparisonPlan, 'budget'>,
  { tokens, costNanos }: Spent,
): boolean => tokens >= (budget.tokens ?? Infinity) || costNanos >= (budget.costNanos ?? Infinity)
