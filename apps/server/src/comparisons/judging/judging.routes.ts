import type { Evaluator, HumanEvaluator } from '@lathe/contract'
import { fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import { api, type Context } from '../../api/context.ts'
import { type CellRow, findCell, listCells } from '../runner/cells.store.ts'
import { findComparison, noteChange, planOf } from '../api/comparisons.store.ts'
import { planProblems } from '../plan/prepare.ts'
import { judgeProblems } from '../plan/variant-graphs.ts'
import { toVerdict } from './evaluations.ts'
import { checkVersion, judgeCell, verdictFingerprint } from './judge-cell.ts'
import { judgementsOf } from './judgements.ts'
import {
  deleteVerdict,
  findVerdict,
  finishVerdict,
  forgetFailed,
  insertVerdict,
} from './verdicts.store.ts'
import { keepVote } from './votes.store.ts'
import type { Queries } from '../../platform/db/db.ts'
import { free } from './making.ts'

const nothing = { input: {}, reference: null }

/** Stores a person's rating. The newest one counts; null removes it. */
export async function rate(
  db: Queries,
  cell: CellRow & { run_id: string },
  evaluator: HumanEvaluator,
  passes: boolean | null,
): Promise<void> {
  const place = {
    workspace_id: cell.workspace_id,
    comparison_id: cell.comparison_id,
    run_id: cell.run_id,
    against_run_id: '',
    fingerprint: verdictFingerprint(evaluator, nothing),
  }
  if (passes === null) return await deleteVerdict(db, place)
  await insertVerdict(db, place, { version: checkVersion(evaluator), asked: toJson([]) })
  const reason = passes ? 'rated as passing' : 'rated as failing'
  const evaluation = { status: passes ? ('passed' as const) : ('failed' as const), reason }
  await finishVerdict(db, place, { ...free, evaluation })
}

export const judgingRoutes = {
  try: api.comparisons.try.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const plan = await getPlan(context, input.id, errors)
    const cell = await getFinished(context, input.id, input.cell, errors)
    const checks = [{ key: 'tried', name: 'Tried', evaluator: input.evaluator }]
    const tried = { ...plan, checks }
    const problems = [
      ...(await planProblems(tried)).filter(({ path }) => path.startsWith('checks')),
      ...(await judgeProblems(context, checks)),
    ]
    if (problems.length > 0) throw errors.PLAN_INVALID({ data: { problems } })
    const cells = await listCells(db, workspaceId, input.id)
    const sameCase = cells.filter(
      ({ case_key: key, repeat }) => key === cell.case_key && repeat === cell.repeat,
    )
    const { evaluate, isInstantRule, toEvaluatedRun } = await import('@lathe/evaluators')
    const result = fromJsonOrNull(cell.result)
    if (isInstantRule(input.evaluator) && result) {
      const row = plan.cases.find(({ key }) => key === cell.case_key)
      const judged = toEvaluatedRun(result, row?.reference ?? null)
      return { evaluation: evaluate(input.evaluator, judged), verdict: null }
    }
    const judgement = judgementsOf(tried, cell, sameCase).find(
      ({ place }) => place.run_id === cell.run_id,
    )
    if (!judgement) return { evaluation: await unjudged(input.evaluator), verdict: null }
    const { place } = judgement
    const before = await findVerdict(db, place)
    if (before) await forgetFailed(db, [before])
    await judgeCell(context, judgement, signal ?? new AbortController().signal)
    await noteChange(db, workspaceId, input.id)
    const row = await findVerdict(db, place)
    const evaluation = row && fromJsonOrNull(row.evaluation)
    if (!row || !evaluation) return { evaluation: await unjudged(input.evaluator), verdict: null }
    return { evaluation, verdict: toVerdict(row) }
  }),

  rate: api.comparisons.rate.handler(async ({ input, context, errors }) => {
    const plan = await getPlan(context, input.id, errors)
    const cell = await getFinished(context, input.id, input.cell, errors)
    const check = plan.checks.find(({ key }) => key === input.check)
    if (check?.evaluator.kind !== 'human') throw errors.NO_SUCH_CHECK()
    await rate(context.db, cell, check.evaluator, input.passes)
    await noteChange(context.db, context.workspaceId, input.id)
    return {}
  }),

  vote: api.comparisons.vote.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { id } = input
    await getPlan(context, id, errors)
    const first = await getFinished(context, id, input.first, errors)
    const second = await getFinished(context, id, input.second, errors)
    const isPair = first.case_key === second.case_key && first.variant !== second.variant
    if (!isPair) throw errors.NO_SUCH_CELL()
    const pair = { first: first.run_id, second: second.run_id }
    await keepVote(db, { workspace_id: workspaceId, comparison_id: id, ...pair }, input.winner)
    return {}
  }),
}

type Missing = { NO_SUCH_COMPARISON: () => Error; NO_SUCH_CELL: () => Error }

async function getPlan({ db, workspaceId }: Context, id: string, errors: Missing) {
  const row = await findComparison(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_COMPARISON()
  return planOf(row)
}

async function getFinished(
  { db, workspaceId }: Context,
  id: string,
  cellId: string,
  errors: Missing,
): Promise<CellRow & { run_id: string }> {
  const cell = await findCell(db, cellId)
  const isIts = cell?.comparison_id === id && cell.workspace_id === workspaceId
  if (!cell || !isIts || cell.status !== 'success' || cell.run_id === null) {
    throw errors.NO_SUCH_CELL()
  }
  return { ...cell, run_id: cell.run_id }
}

/** Human evaluators, and the baseline compared with itself, have no computed verdict. */
async function unjudged({ kind }: Evaluator) {
  const { baselineEvaluation, undecided } = await import('@lathe/evaluators')
  if (kind === 'pairwise') return baselineEvaluation
  return undecided('people rate this evaluator in the grid')
}
