import type { RunBudget } from '@lathe/contract'
import type { Range } from './amount.ts'
import type { Estimate } from './estimate.ts'

export type Excess = {
  resource: 'tokens' | 'costNanos'
  /** The limit of the budget. */
  limit: number
  /** The estimate; `max` is Infinity if there is no limit. */
  estimated: Range
  /** Whether every run, a typical run or only the largest run exceeds the limit. */
  likelihood: 'always' | 'usually' | 'at most'
}

/** Lists the limits of a budget that a run may exceed. Ignores the cost if it is unknown. */
export function exceeds({ total }: Pick<Estimate, 'total'>, budget: RunBudget): Excess[] {
  return [
    ...excess('tokens', total.tokens, budget.tokens),
    ...excess('costNanos', total.cost, budget.costNanos),
  ]
}

function excess(
  resource: Excess['resource'],
  estimated: Range | null,
  limit: number | undefined,
): Excess[] {
  if (!estimated || limit === undefined || estimated.max <= limit) return []
  const { min, typical } = estimated
  const likelihood = min > limit ? 'always' : typical > limit ? 'usually' : 'at most'
  return [{ resource, limit, estimated, likelihood }]
}
