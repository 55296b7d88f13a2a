import type { CellSelection, ComparisonPlan } from '@lathe/contract'
import type { Context } from '../../api/context.ts'
import type { CellRow } from '../runner/cells.store.ts'
import { type ComparisonRow, findComparison, setToWork } from '../api/comparisons.store.ts'
import { type Asked, findAsked, type Found, planProblems, prepareCells } from './prepare.ts'
import { oneAtATime } from '../runner/one-at-a-time.ts'
import { isAnyUnjudged } from '../judging/judgements.ts'
import { forgetFailed, listVerdicts, type VerdictRow } from '../judging/verdicts.store.ts'
import { cancelRuns } from '../runner/run-cell.ts'
import { narrowed, selectionProblems } from '../api/selection.ts'
import { judgeProblems, type VariantGraph, variantGraphs } from './variant-graphs.ts'
import { addSpent, isSpent, NOTHING_SPENT } from '../runner/cell-result.ts'
import { unpricedModels, unpricedText } from '@lathe/graph'
import { priceKnown } from '../../models/price-known.ts'

type Problems = { data: { problems: { path: string; message: string }[] } }
type Refusals = { PLAN_INVALID: (options: Problems) => Error }
type CellRefusals = Refusals & {
  NO_SUCH_CELLS: (options: Problems) => Error
  NO_SUCH_COMPARISON: () => Error
}

type Start = { id: string; plan: ComparisonPlan }
const ALL: Asked = { only: {}, again: false }

/** Starts the comparison. Throws the problems that prevent it. */
export async function startComparison(
  context: Context,
  start: Start,
  errors: Refusals,
): Promise<void> {
  const graphs = await runnableGraphs(context, start.plan, errors)
  const { db, workspaceId } = context
  await oneAtATime(db, start.id, async () => {
    const row = await findComparison(db, workspaceId, start.id)
    if (row) await begin(context, { row, plan: start.plan, graphs }, ALL, errors)
  })
}

/** Checks only the selected cells, so problems of other variants do not matter. */
export async function startCells(
  context: Context,
  start: Start,
  asked: Asked,
  errors: CellRefusals,
): Promise<void> {
  const refuse = (problems: Problems['data']['problems']) =>
    errors.NO_SUCH_CELLS({ data: { problems } })
  const problems = selectionProblems(start.plan, asked.only)
  if (problems.length > 0) throw refuse(problems)
  const graphs = await runnableGraphs(context, start.plan, errors, asked.only)
  const { db, workspaceId } = context
  const isAny = await oneAtATime(db, start.id, async () => {
    const row = await findComparison(db, workspaceId, start.id)
    if (!row) throw errors.NO_SUCH_COMPARISON()
    return await begin(context, { row, plan: start.plan, graphs }, asked, errors)
  })
  if (!isAny) {
    throw refuse([{ path: 'only.failed', message: 'no cell has failed' }])
  }
}

type Begin = { row: ComparisonRow; plan: ComparisonPlan; graphs: Map<string, VariantGraph> }

/**
 * If the comparison is running, adds the selected cells and continues with the current plan.
 * Running cells are not started twice. Returns false if only failed cells were selected and none
 * has failed.
 */
async function begin(
  context: Context,
  { row, ...planned }: Begin,
  asked: Asked,
  errors: Refusals,
): Promise<boolean> {
  const { db, workspaceId, comparisons } = context
  const { id } = row
  const isUnderWay = row.status === 'running'
  try {
    await (isUnderWay ? comparisons.leave(id) : comparisons.stop(id))
    const found = await findAsked(db, workspaceId, id, planned, asked)
    if (asked.only.failed && found.wanted.length === 0) return false
    const kept = await listVerdicts(db, workspaceId, id)
    const spent = spentProblems(planned.plan, found)
    if (spent.length > 0 && (asked.again || !isAnyUnjudged(planned.plan, found, kept))) {
      throw errors.PLAN_INVALID({ data: { problems: spent } })
    }
    // Without budget, failed cells keep their errors.
    const again = spent.length > 0 ? [] : found.again
    await cancelRuns(context, found.changed)
    await prepareCells(db, workspaceId, id, { ...found, again }, { isUnderWay })
    await forgetFailed(db, verdictsOn(found.wanted, kept))
    const areLeft = again.length < found.again.length
    await setToWork(db, row, { only: asked.only, areLeft }, { besides: isUnderWay })
    return true
  } finally {
    comparisons.start(workspaceId, id)
  }
}

function verdictsOn(cells: readonly CellRow[], kept: readonly VerdictRow[]): VerdictRow[] {
  const runs = new Set(cells.map(({ run_id: run }) => run))
  return kept.filter(({ run_id: run, against_run_id: other }) => runs.has(run) || runs.has(other))
}

export async function runnableGraphs(
  context: Context,
  plan: ComparisonPlan,
  errors: Refusals,
  only: CellSelection = {},
) {
  const { variants } = narrowed(plan, only)
  const { graphs, problems } = await variantGraphs(context, plan)
  const isMeant = ({ path }: { path: string }) =>
    variants.some((one) => path.startsWith(`variants.${plan.variants.indexOf(one)}.`))
  const all = [
    ...(await planProblems(plan)),
    ...(await judgeProblems(context, plan.checks)),
    ...problems.filter(isMeant),
    ...(await unpricedProblems(context, { ...plan, variants }, graphs)),
  ]
  if (all.length > 0) throw errors.PLAN_INVALID({ data: { problems: all } })
  return graphs
}

/**
 * Problems of rerunning cells when the budget is already used up: they would lose their results for
 * nothing.
 */
function spentProblems(
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
      ? [{ path: `budget.${limit}`, message: 'used up by finished cells; raise it first' }]
      : [],
  )
}

type Issue = { path: string; message: string }

/** Problems of cost limits on models without a price. */
async function unpricedProblems(
  context: Pick<Context, 'prices' | 'workspaceId'>,
  { variants, checks, budget, judgeBudget }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
): Promise<Issue[]> {
  const isPriced = await priceKnown(context)
  const issue = (path: string, name: string, models: readonly string[]): Issue[] =>
    models.length === 0 ? [] : [{ path, message: `${name}: ${unpricedText(models)}` }]
  const limited = budget.costNanos === undefined ? [] : variants
  const judged = judgeBudget.costNanos === undefined ? [] : checks
  return [
    ...limited.flatMap(({ key, name }) => {
      const graph = graphs.get(key)
      const models = graph ? unpricedModels(graph.document, graph.callees, isPriced) : []
      return issue('budget.costNanos', name, models)
    }),
    ...judged.flatMap(({ name, evaluator }) =>
      issue(
        'judgeBudget.costNanos',
        name,
        judgeModels(evaluator).filter((model) => !isPriced(model)),
      ),
    ),
  ]
}

function judgeModels(evaluator: ComparisonPlan['checks'][number]['evaluator']): string[] {
  if (evaluator.kind === 'similarity') return evaluator.embedding ? [evaluator.embedding.model] : []
  return evaluator.kind === 'judge' || evaluator.kind === 'pairwise' ? [evaluator.model.name] : []
}
