import type { ComparisonPlan } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { KeyedLocks } from '../../platform/db/keyed-locks.ts'
import { type ComparisonRow, findComparison, setToWork } from '../api/comparisons.store.ts'
import type { ComparisonContext } from '../context.ts'
import { hasMissingVerdict } from '../judging/evaluation-tasks.ts'
import { listVerdicts, retireFailedVerdicts, type VerdictRow } from '../judging/verdicts.store.ts'
import { isBudgetUsedUp, sumSpending } from '../runner/budget.ts'
import type { CellRow } from '../runner/cells.store.ts'
import { cancelLiveRun } from '../runner/launch-run.ts'
import { type CellRequest, type CellSelectionState, queueCells, selectCells } from './plan-cells.ts'
import { getRunnableGraphs, type Issue, type PlanErrors } from './plan-problems.ts'
import { selectionProblems } from './selection.ts'
import type { VariantGraph } from './variant-graphs.ts'

type CellErrors = PlanErrors & {
  NO_SUCH_CELLS: (options: { data: { problems: Issue[] } }) => Error
  NO_SUCH_COMPARISON: () => Error
}

type ComparisonStart = { id: string; plan: ComparisonPlan }
const ALL_CELLS: CellRequest = { selection: {}, rerun: false }

/** Starts the comparison. Throws the problems that prevent it. */
export async function startComparison(
  context: ComparisonContext,
  { id, plan }: ComparisonStart,
  errors: PlanErrors,
): Promise<void> {
  const graphs = await getRunnableGraphs(context, plan, errors)
  const { db, workspaceId } = context
  await withComparisonLock(db, id, async () => {
    const row = await findComparison(db, workspaceId, id)
    if (row) await queueAndStart(context, { row, plan, graphs }, ALL_CELLS, errors)
  })
}

/** Checks only the selected cells, so problems of other variants do not matter. */
export async function startCells(
  context: ComparisonContext,
  { id, plan }: ComparisonStart,
  request: CellRequest,
  errors: CellErrors,
): Promise<void> {
  const problems = selectionProblems(plan, request.selection)
  if (problems.length > 0) throw errors.NO_SUCH_CELLS({ data: { problems } })
  const graphs = await getRunnableGraphs(context, plan, errors, request.selection)
  const { db, workspaceId } = context
  await withComparisonLock(db, id, async () => {
    const row = await findComparison(db, workspaceId, id)
    if (!row) throw errors.NO_SUCH_COMPARISON()
    const hasStarted = await queueAndStart(context, { row, plan, graphs }, request, errors)
    if (!hasStarted) {
      const problem = { path: 'only.failed', message: 'no cell has failed' }
      throw errors.NO_SUCH_CELLS({ data: { problems: [problem] } })
    }
  })
}

type RunnableComparison = {
  row: ComparisonRow
  plan: ComparisonPlan
  graphs: Map<string, VariantGraph>
}

/**
 * If the comparison is running, adds the selected cells and continues with the current plan.
 * Running cells are not started twice. Returns false if only failed cells were selected and none
 * has failed.
 */
async function queueAndStart(
  context: ComparisonContext,
  { row, plan, graphs }: RunnableComparison,
  request: CellRequest,
  errors: PlanErrors,
): Promise<boolean> {
  const { db, workspaceId, comparisons } = context
  const { id } = row
  const isRunning = row.status === 'running'
  try {
    await (isRunning ? comparisons.leave(id) : comparisons.stop(id))
    const state = await selectCells(db, workspaceId, id, { plan, graphs }, request)
    if (request.selection.failed && state.selected.length === 0) return false
    const verdicts = await listVerdicts(db, workspaceId, id)
    const budgetIssues = budgetProblems(plan, state)
    const isOutOfBudget = budgetIssues.length > 0
    if (isOutOfBudget && (request.rerun || !hasMissingVerdict(plan, state, verdicts))) {
      throw errors.PLAN_INVALID({ data: { problems: budgetIssues } })
    }
    // Without budget, failed cells keep their errors.
    const reruns = isOutOfBudget ? [] : state.reruns
    for (const { cell } of state.replanned)
      if (cell.run_id !== null) await cancelLiveRun(context, cell.run_id)
    await queueCells(db, workspaceId, id, { ...state, reruns }, { isRunning })
    await retireFailedVerdicts(db, selectVerdicts(verdicts, state.selected))
    const areLeft = reruns.length < state.reruns.length
    await setToWork(db, row, { only: request.selection, areLeft }, { isRunning })
    return true
  } finally {
    comparisons.start(workspaceId, id)
  }
}

function selectVerdicts(verdicts: readonly VerdictRow[], cells: readonly CellRow[]): VerdictRow[] {
  const runIds = new Set(cells.map(({ run_id }) => run_id))
  return verdicts.filter(
    ({ run_id, against_run_id }) => runIds.has(run_id) || runIds.has(against_run_id),
  )
}

/**
 * Problems of rerunning cells when the budget is already used up: they would lose their results for
 * nothing.
 */
function budgetProblems(
  plan: ComparisonPlan,
  { missing, selected, reruns, replanned, otherCells }: CellSelectionState,
): Issue[] {
  const resetIds = new Set([...reruns, ...replanned].map(({ cell }) => cell.id))
  const unchanged = selected.filter(({ id }) => !resetIds.has(id))
  const pending = unchanged.filter(({ status }) => status === 'pending')
  if (missing.length + resetIds.size + pending.length === 0) return []
  const spending = sumSpending([...unchanged, ...otherCells])
  return (['tokens', 'costNanos'] as const).flatMap((limit) =>
    isBudgetUsedUp({ budget: { [limit]: plan.budget[limit] } }, spending)
      ? [{ path: `budget.${limit}`, message: 'used up by finished cells; raise it first' }]
      : [],
  )
}

/** On Postgres each lock holds a connection while the work needs otherCells of the same pool. */
const LOCAL_LOCKS = 4
const localLocks = new KeyedLocks()
const localLockKey = (id: string) => `${(id.codePointAt(id.length - 1) ?? 0) % LOCAL_LOCKS}`

/** Serializes starts and stops of a comparison across all processes. */
export const withComparisonLock = <T>(
  db: Db,
  comparisonId: string,
  work: () => Promise<T>,
): Promise<T> =>
  localLocks.hold([localLockKey(comparisonId)], () =>
    db.portable.exclusively([`comparison/${comparisonId}`], work),
  )
