import type { ComparisonPlan } from '@lathe/contract'
import type { Context } from '../../http/api.ts'
import { setStatus } from './comparisons.store.ts'
import { planProblems, prepareCells } from './prepare.ts'
import { forgetFailed } from './judging/verdicts.store.ts'
import { unpricedProblems } from './unpriced.ts'
import { judgeProblems, variantGraphs } from './variant-graphs.ts'

type Refusals = {
  PLAN_INVALID: (options: { data: { problems: { path: string; message: string }[] } }) => Error
}

/** Sets its cells to work, or says what keeps it from that. */
export async function startComparison(
  context: Context,
  { id, plan, again = [] }: { id: string; plan: ComparisonPlan; again?: readonly string[] },
  errors: Refusals,
): Promise<void> {
  const graphs = await runnableGraphs(context, plan, errors)
  const { db, workspaceId, comparisons } = context
  // What changed since it started is in the plan it goes on with.
  await comparisons.stop(id)
  await prepareCells(db, workspaceId, id, { plan, graphs }, again)
  await forgetFailed(db, { workspace_id: workspaceId, comparison_id: id })
  await setStatus(db, workspaceId, id, 'running')
  comparisons.start(workspaceId, id)
}

export async function runnableGraphs(context: Context, plan: ComparisonPlan, errors: Refusals) {
  const { graphs, problems } = await variantGraphs(context, plan)
  const all = [
    ...(await planProblems(plan)),
    ...(await judgeProblems(context, plan.checks)),
    ...problems,
    ...(await unpricedProblems(context, plan, graphs)),
  ]
  if (all.length > 0) throw errors.PLAN_INVALID({ data: { problems: all } })
  return graphs
}
