import type { ComparisonPlan } from '@lathe/contract'
import type { Found } from './prepare.ts'
import { addSpent, isSpent, NOTHING_SPENT } from '../runner/spent.ts'

/** Cells that run anew lose what they came to; where the others have used up a budget they would get nothing for it. */
export function spentProblems(
  plan: ComparisonPlan,
  { missing, wanted, again, changed, others }: Found,
): { path: string; message: string }[] {
  const anew = [...again, ...changed]
  const isAnew = new Set(anew.map(({ id }) => id))
  const kept = wanted.filter(({ id }) => !isAnew.has(id))
  const toRun = missing.length + anew.length + kept.filter((one) => one.status === 'pending').length
  if (toRun === 0) return []
  const spent = [...kept, ...others].reduce(addSpent, NOTHING_SPENT)
  return (['tokens', 'costNanos'] as const).flatMap((limit) =>
    isSpent({ ...plan, budget: { [limit]: plan.budget[limit] } }, spent)
      ? [{ path: `budget.${limit}`, message: 'used up by what has run; raise it first' }]
      : [],
  )
}
