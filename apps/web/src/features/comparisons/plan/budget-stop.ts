import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import { formatCost, formatCount } from '../../../lib/format/format.ts'

type Stopped = Pick<ComparisonDetail, 'plan' | 'stopReason' | 'spent' | 'judging'>

/** Describes the exhausted budget if that stopped the comparison. */
export function budgetStop({
  plan,
  stopReason,
  spent: amounts,
  judging,
}: Stopped): string | undefined {
  if (stopReason !== 'budget') return undefined
  const { input, output } = judging.usage
  const judges = { tokens: input + output, costNanos: judging.pricedCost }
  const used = [
    ...(amounts ? usedUp('the budget', plan.budget, amounts) : []),
    ...usedUp('the judge budget', plan.judgeBudget, judges),
  ]
  // The budget may have been raised since.
  return used.length === 0 ? 'the budget was exhausted' : used.join(', ')
}

type Amounts = { tokens: number; costNanos: number }

function usedUp(name: string, budget: ComparisonPlan['budget'], amounts: Amounts): string[] {
  return [
    ...exceededText(budget.tokens, amounts.tokens, { format: formatCount, unit: ' tokens' }),
    ...exceededText(budget.costNanos, amounts.costNanos, { format: formatCost, unit: '' }),
  ].map((amount) => `${name} is exhausted, ${amount}`)
}

type Written = { format: (amount: number) => string; unit: string }

function exceededText(
  limit: number | undefined,
  used: number,
  { format, unit }: Written,
): string[] {
  if (limit === undefined || used < limit) return []
  const over = used - limit
  return [
    `${format(used)} of ${format(limit)}${unit}${over === 0 ? '' : ` (${format(over)} over)`}`,
  ]
}
