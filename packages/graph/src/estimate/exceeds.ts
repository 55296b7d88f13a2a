import type { RunBudget } from '@lathe/contract'
import type { Range } from './amount.ts'
import type { Estimate } from './estimate.ts'

export type Excess = {
  of: 'tokens' | 'costNanos'
  /** What the run may take. */
  limit: number
  /** What it is estimated to take; the most is Infinity where nothing sets a limit. */
  estimated: Range
  /** Whether every run, the usual one or only the largest goes over. */
  when: 'always' | 'usually' | 'at most'
}

/** Where a run may stop at its budget before it is done. A cost nobody knows is not told. */
export function exceeds({ total }: Pick<Estimate, 'total'>, budget: RunBudget): Excess[] {
  return [
    ...excess('tokens', total.tokens, budget.tokens),
    ...excess('costNanos', total.cost, budget.costNanos),
  ]
}

function excess(of: Excess['of'], estimated: Range | null, limit: number | undefined): Excess[] {
  if (!estimated || limit === undefined || estimated.max <= limit) return []
  const { min, typical } = estimated
  const when = min > limit ? 'always' : typical > limit ? 'usually' : 'at most'
  return [{ of, limit, estimated, when }]
}
