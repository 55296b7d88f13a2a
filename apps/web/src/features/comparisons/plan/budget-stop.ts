import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import { formatCost, formatCount } from '../../../lib/format.ts'

type Stopped = Pick<ComparisonDetail, 'plan' | 'stopReason' | 'spent' | 'judging'>

/** Describes the exhausted budget if that stopped the comparison. */
export function budgetStop({ plan, stopReason, spent, judging }: Stopped): string | undefined {
  if (stopReason !== 'budget') return undefined
  const { input, output } = judging.usage
  const judges = { tokens: input + output, costNanos: judging.pricedCost }
  const used = [
    ...(spent ? usedUp('the budget', plan.budget, spent) : []),
    ...usedUp('the judge budget', plan.judgeBudget, judges),
  ]
  // The budget may have been raised since.
  return used.length === 0 ? 'the budget was exhausted' : used.join(', ')
}

type Amounts = { tokens: number; costNanos: number }

function usedUp(name: string, budget: ComparisonPlan['budget'], spent: Amounts): string[] {
  return [
    ...reached(budget.tokens, spent.tokens, { format: formatCount, unit: ' tokens' }),
    ...reached(budget.costNanos, spent.costNanos, { format: formatCost, unit: '' }),
  ].map((amount) => `${name} is exhausted, ${amount}`)
}

type Written = { format: (amount: number) => string; unit: string }

function reached(limit: number | undefined, used: number, { format, unit }: Written): string[] {
  if (limit === undefined || used < limit) return []
  const over = used - limit
  return [
    `${format(used)} of ${format(limit)}${unit}${over === 0 ? '' : ` (${format(over)} over)`}`,
  ]
}
