import {
  type ComparisonRow,
  endWork,
  findComparison,
  listRunning,
  readPlan,
  setStatus,
} from '../api/comparisons.store.ts'
import { runBatches } from '../batches/run-batches.ts'
import type { ComparisonServices } from '../context.ts'
import { startEvaluationQueue } from '../judging/evaluation-queue.ts'
import type { Db } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { Spent } from '../../platform/db/tables/comparisons.ts'
import { createJobs, DRAINING, type Jobs } from '../../platform/jobs/jobs.ts'
import { prestartVerdictWorker } from '../report/verdict-worker.ts'
import { createPlanFilter, createSelectionFilter } from '../plan/selection.ts'
import { cacheEndVerdict } from '../report/verdict.ts'
import { createBudget, hasBudget } from './budget.ts'
import { countPreparedCells, loadCellQueue, type QueueRun } from './cell-queue.ts'
import { hasLimitedConnections } from './cell-result.ts'
import { restorePreviousResults } from './cell-transitions.store.ts'
import { type CellRow, listCells } from './cells.store.ts'
import { type CellContext, type Limiter, runCell } from './run-cell.ts'

/**
 * Runs comparisons in status `running`. Stopping one cancels its running cells; leaving one for
 * another process does not.
 */
export const createComparisonJobs = (services: ComparisonServices): Jobs =>
  createJobs({
    ...services,
    kind: 'comparison',
    runAgain: true,
    work: ({ workspaceId, id }, signal) => runComparison({ ...services, workspaceId }, id, signal),
    listRunning: async () =>
      (await listRunning(services.db)).map(({ workspace_id: workspaceId, id }) => ({
        workspaceId,
        id,
      })),
  })

type RunnerContext = ComparisonServices & { workspaceId: string }

async function runComparison(
  context: RunnerContext,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, workspaceId } = context
  let hasEnded = false
  while (!hasEnded) {
    const comparison = await findComparison(db, workspaceId, id)
    if (comparison?.status !== 'running') return
    const outcome = await runQueue(context, comparison, signal)
    if (signal.reason === DRAINING) return
    if (signal.aborted) return await endStopped(db, workspaceId, id)
    hasEnded = await endQueue(db, comparison, outcome)
  }
  await cacheEndVerdict(db, workspaceId, id, signal)
}

/** Queued reruns get their previous results back. */
export async function endStopped(db: Db, workspaceId: string, id: string): Promise<void> {
  await restorePreviousResults(db, await listCells(db, workspaceId, id))
  await setStatus(db, workspaceId, id, 'stopped', 'user')
}

type QueueOutcome =
  | { type: 'complete' }
  /** Another process claimed or changed cells, so the queue has to be read again. */
  | { type: 'lost-cells' }
  /** `spending`: what counted against the budget, without previous results of reruns. */
  | { type: 'budget-used-up'; spending: Spent }

/** Returns false if cells are left, because another process has them or they were added since. */
async function endQueue(
  db: Db,
  comparison: ComparisonRow,
  outcome: QueueOutcome,
): Promise<boolean> {
  if (outcome.type === 'lost-cells') return false
  if (outcome.type === 'complete') return await endWork(db, comparison)
  const { workspace_id: workspaceId, id } = comparison
  await restorePreviousResults(db, await listCells(db, workspaceId, id))
  return await endWork(db, comparison, outcome.spending)
}

/**
 * Staggers starts: twenty cells that start together would also call and finish together, in waves.
 */
const MAX_CONCURRENT_STARTS = 6

/** Runs the queued cells and evaluates the completed ones until both queues are empty. */
async function runQueue(
  context: RunnerContext,
  comparison: ComparisonRow,
  signal: AbortSignal,
): Promise<QueueOutcome> {
  const { db, workspaceId } = context
  const { id } = comparison
  const plan = readPlan(comparison)
  const isPlanned = createPlanFilter(plan)
  const requests = fromJson(comparison.asked)
  const queue = await loadCellQueue(context, comparison, plan)
  const budget = createBudget(plan, queue.stored)
  const wasUsedUp = budget.isUsedUp()
  const isSuite = comparison.suite_id !== null
  const isSelected = createSelectionFilter(
    plan,
    requests.map(({ only }) => only),
  )
  const evaluations = await startEvaluationQueue(
    { ...context, isSuite },
    { comparisonId: id, plan, cells: queue.planned, isSelected },
    signal,
  )
  const preparedCells = countPreparedCells(plan, context.limits)
  const callQueue = preparedCells > 0 ? { id, slots: plan.concurrency } : undefined
  const cellContext: CellContext = {
    ...context,
    isSuite,
    comparisonId: id,
    callQueue,
    areCallsLimited: callQueue !== undefined || (await hasLimitedConnections(db, workspaceId)),
    limitStarts: createLimiter(MAX_CONCURRENT_STARTS),
  }
  let hasLostCells = false
  const complete = (cell: CellRow | undefined) => {
    if (!cell) {
      hasLostCells = true
      return
    }
    budget.charge(cell)
    if (isPlanned(cell)) evaluations.add(cell)
  }

  const run: QueueRun = { plan, queue, budget, complete }
  const [hasUnsentCells] = await Promise.all([
    runBatches({ ...cellContext, batches: context.batches }, run, signal),
    ...Array.from({ length: plan.concurrency + preparedCells }, () =>
      runWaitingCells(cellContext, run, signal),
    ),
  ])
  const { isBudgetUsedUp: isJudgeBudgetUsedUp } = await evaluations.settle()

  const hasUnfinishedCells =
    hasUnsentCells ||
    requests.some(({ areLeft }) => areLeft) ||
    (budget.isUsedUp() && queue.waiting.length > 0)
  if (isJudgeBudgetUsedUp || hasUnfinishedCells) {
    // Restored previous results must not count again.
    const earlier = wasUsedUp ? fromJsonOrNull(comparison.spent) : null
    return { type: 'budget-used-up', spending: earlier ?? budget.spending() }
  }
  return hasLostCells ? { type: 'lost-cells' } : { type: 'complete' }
}

async function runWaitingCells(
  context: CellContext,
  { plan, queue, budget, complete }: QueueRun,
  signal: AbortSignal,
): Promise<void> {
  let completing: Promise<void> = Promise.resolve()
  for (;;) {
    const queued = budget.isUsedUp() || signal.aborted ? undefined : queue.waiting.shift()
    if (!queued) return await completing
    const { stored } = await runCell(context, queued, signal)
    // The last answers are in flight, so a verdict will be requested soon.
    if (queue.waiting.length === 0 && plan.evaluators.length > 0) prestartVerdictWorker()
    const completed = stored.then(complete)
    // Awaited after the next cell has started; until then an error must not count as unhandled.
    completed.catch(() => {})
    await completing
    completing = completed
    // This result may use up the budget.
    if (hasBudget(plan)) await completing
  }
}

/** Returns a limiter: at most `slots` tasks run at once, in arrival order. */
export function createLimiter(slots: number): Limiter {
  const waiting: (() => void)[] = []
  let free = slots
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
