import type { ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { listCells } from './cells.store.ts'
import type { Asked } from './prepare.ts'
import { isAsked } from './selection.ts'
import { addSpent, isSpent, NOTHING_SPENT } from './spent.ts'

/** Cells that run again lose what they came to; where the others have used up a budget they would get nothing for it. */
export async function spentProblems(
  db: Queries,
  workspaceId: string,
  { id, plan }: { id: string; plan: ComparisonPlan },
  { only, again }: Asked,
): Promise<{ path: string; message: string }[]> {
  if (!again) return []
  const cells = await listCells(db, workspaceId, id)
  const isAnew = isAsked(plan, only)
  const spent = cells.filter((cell) => !isAnew(cell)).reduce(addSpent, NOTHING_SPENT)
  return (['tokens', 'costNanos'] as const).flatMap((limit) =>
    isSpent({ ...plan, budget: { [limit]: plan.budget[limit] } }, spent)
      ? [{ path: `budget.${limit}`, message: 'the other cells have used it up: raise it first' }]
      : [],
  )
}
