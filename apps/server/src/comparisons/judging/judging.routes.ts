import type { Evaluator, HumanEvaluator } from '@lathe/contract'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { api } from '../../api/context.ts'
import type { ComparisonContext } from '../context.ts'
import { type CellRow, findCell, listCells } from '../runner/cells.store.ts'
import { findComparison, touchComparison, readPlan } from '../api/comparisons.store.ts'
import { planProblems } from '../plan/plan-problems.ts'
import { judgeProblems } from '../plan/variant-graphs.ts'
import { toVerdict } from './cell-evaluations.ts'
import { evaluatorVersion, listEvaluationTasks, verdictFingerprint } from './evaluation-tasks.ts'
import { runEvaluation } from './run-evaluation.ts'
import { deleteVerdict, findVerdict, retireFailedVerdicts, storeRating } from './verdicts.store.ts'
import { storeVote } from './votes.store.ts'
import type { Queries } from '../../platform/db/db.ts'

/** Human ratings do not depend on the case's inputs. */
const NO_INPUTS = { input: {}, reference: null }

/** Stores a person's rating. The newest one counts; null removes it. */
export async function rate(
  db: Queries,
  cell: CellRow & { run_id: string },
  evaluator: HumanEvaluator,
  passes: boolean | null,
): Promise<void> {
  const key = {
    workspace_id: cell.workspace_id,
    comparison_id: cell.comparison_id,
    run_id: cell.run_id,
    against_run_id: '',
    fingerprint: verdictFingerprint(evaluator, NO_INPUTS),
  }
  if (passes === null) return await deleteVerdict(db, key)
  const reason = passes ? 'rated as passing' : 'rated as failing'
  const status = passes ? 'passed' : 'failed'
  await storeRating(db, key, evaluatorVersion(evaluator), { status, reason })
}

export const judgingRoutes = {
  try: api.comparisons.try.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const plan = await getPlan(context, input.id, errors)
    const cell = await getSuccessfulCell(context, input.id, input.cell, errors)
    const evaluators = [{ key: 'trial', name: 'Trial', evaluator: input.evaluator }]
    const trialPlan = { ...plan, evaluators }
    const problems = [
      ...(await planProblems(trialPlan)).filter(({ path }) => path.startsWith('evaluators')),
      ...(await judgeProblems(context, evaluators)),
    ]
    if (problems.length > 0) throw errors.PLAN_INVALID({ data: { problems } })
    const cells = await listCells(db, workspaceId, input.id)
    const siblings = cells.filter(
      ({ case_key: key, repeat }) => key === cell.case_key && repeat === cell.repeat,
    )
    const { evaluate, isInstantRule, toEvaluatedRun } = await import('@lathe/evaluators')
    const result = fromJsonOrNull(cell.result)
    if (isInstantRule(input.evaluator) && result) {
      const planCase = plan.cases.find(({ key }) => key === cell.case_key)
      const run = toEvaluatedRun(result, planCase?.reference ?? null)
      return { evaluation: evaluate(input.evaluator, run), verdict: null }
    }
    const task = listEvaluationTasks(trialPlan, cell, siblings).find(
      (entry) => entry.key.run_id === cell.run_id,
    )
    if (!task) return { evaluation: await missingEvaluation(input.evaluator), verdict: null }
    const before = await findVerdict(db, task.key)
    if (before) await retireFailedVerdicts(db, [before])
    await runEvaluation(context, task, signal ?? new AbortController().signal)
    await touchComparison(db, workspaceId, input.id)
    const row = await findVerdict(db, task.key)
    const evaluation = row && fromJsonOrNull(row.evaluation)
    if (!row || !evaluation)
      return { evaluation: await missingEvaluation(input.evaluator), verdict: null }
    return { evaluation, verdict: toVerdict(row) }
  }),

  rate: api.comparisons.rate.handler(async ({ input, context, errors }) => {
    const plan = await getPlan(context, input.id, errors)
    const cell = await getSuccessfulCell(context, input.id, input.cell, errors)
    const check = plan.evaluators.find(({ key }) => key === input.evaluator)
    if (check?.evaluator.kind !== 'human') throw errors.NO_SUCH_EVALUATOR()
    await rate(context.db, cell, check.evaluator, input.passes)
    await touchComparison(context.db, context.workspaceId, input.id)
    return {}
  }),

  vote: api.comparisons.vote.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { id } = input
    await getPlan(context, id, errors)
    const first = await getSuccessfulCell(context, id, input.first, errors)
    const second = await getSuccessfulCell(context, id, input.second, errors)
    const isPair = first.case_key === second.case_key && first.variant !== second.variant
    if (!isPair) throw errors.NO_SUCH_CELL()
    const pair = { first: first.run_id, second: second.run_id }
    await storeVote(db, { workspace_id: workspaceId, comparison_id: id, ...pair }, input.winner)
    return {}
  }),
}

type NotFoundErrors = { NO_SUCH_COMPARISON: () => Error; NO_SUCH_CELL: () => Error }

async function getPlan({ db, workspaceId }: ComparisonContext, id: string, errors: NotFoundErrors) {
  const row = await findComparison(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_COMPARISON()
  return readPlan(row)
}

async function getSuccessfulCell(
  { db, workspaceId }: ComparisonContext,
  id: string,
  cellId: string,
  errors: NotFoundErrors,
): Promise<CellRow & { run_id: string }> {
  const cell = await findCell(db, cellId)
  const isOfComparison = cell?.comparison_id === id && cell.workspace_id === workspaceId
  if (!cell || !isOfComparison || cell.status !== 'success' || cell.run_id === null) {
    throw errors.NO_SUCH_CELL()
  }
  return { ...cell, run_id: cell.run_id }
}

/** Human evaluators, and the baseline compared with itself, have no computed verdict. */
async function missingEvaluation({ kind }: Evaluator) {
  const { baselineEvaluation, undecided } = await import('@lathe/evaluators')
  if (kind === 'pairwise') return baselineEvaluation
  return undecided('people rate this evaluator in the grid')
}
