import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import type { CellRow } from '../runner/cells.store.ts'
import {
  type EvaluationTask,
  isStoredEvaluator,
  listEvaluationTasks,
  repeatKey,
  verdictKey,
} from './evaluation-tasks.ts'
import type { EvaluationContext } from './evaluator-input.ts'
import { runEvaluation } from './run-evaluation.ts'
import { judgeSpending, listVerdicts } from './verdicts.store.ts'

/** Evaluations of completed cells: one entry per cell and evaluator. */
export type EvaluationQueue = {
  add: (cell: CellRow) => void
  /** Resolves when all entries are done, or the judges' budget is used up. */
  settle: () => Promise<{ isBudgetUsedUp: boolean }>
}

type EvaluationPlan = {
  comparisonId: string
  plan: ComparisonPlan
  cells: readonly CellRow[]
  /** Selects finished cells to evaluate. Others serve only as pairwise counterparts. */
  isSelected: (cell: CellRow) => boolean
}

/**
 * Evaluates completed cells while others still run, without using their concurrency. Entries
 * without a stored verdict are rebuilt from the cells.
 */
export async function startEvaluationQueue(
  context: EvaluationContext,
  { comparisonId, plan, cells, isSelected }: EvaluationPlan,
  signal: AbortSignal,
): Promise<EvaluationQueue> {
  if (!plan.evaluators.some(isStoredEvaluator)) {
    return { add: () => {}, settle: async () => ({ isBudgetUsedUp: false }) }
  }
  const { db, workspaceId } = context
  const hasBudget = Object.keys(plan.judgeBudget).length > 0
  const isSpent = async () =>
    hasBudget && isJudgeBudgetUsedUp(plan, await judgeSpending(db, workspaceId, comparisonId))
  const stored = await listVerdicts(db, workspaceId, comparisonId)
  const queuedKeys = new Set(
    stored.filter(({ status }) => status !== 'asking').map((row) => verdictKey(row)),
  )
  const cellsByRepeat = new Map<string, Map<string, CellRow>>()
  const waiting: EvaluationTask[] = []
  const workers = new Set<Promise<void>>()
  let isBudgetUsedUp = await isSpent()

  const work = async () => {
    for (;;) {
      const task = isBudgetUsedUp || signal.aborted ? undefined : waiting.shift()
      if (!task) return
      await runEvaluation(context, task, signal)
      isBudgetUsedUp ||= await isSpent()
    }
  }
  const addToRepeat = (cell: CellRow): CellRow[] => {
    const siblings = cellsByRepeat.get(repeatKey(cell)) ?? new Map<string, CellRow>()
    cellsByRepeat.set(repeatKey(cell), siblings)
    siblings.set(cell.variant, cell)
    return [...siblings.values()]
  }
  const add = (cell: CellRow) => {
    const tasks = listEvaluationTasks(plan, cell, addToRepeat(cell)).filter(
      (task) => !queuedKeys.has(verdictKey(task.key)),
    )
    for (const task of tasks) queuedKeys.add(verdictKey(task.key))
    waiting.push(...tasks)
    const missingWorkers = Math.min(tasks.length, plan.concurrency - workers.size)
    for (let count = 0; count < missingWorkers; count++) {
      const worker: Promise<void> = work().finally(() => workers.delete(worker))
      workers.add(worker)
      // `settle` rejects with this error; until then it must not count as unhandled.
      worker.catch(() => {})
    }
  }
  for (const cell of cells) addToRepeat(cell)
  for (const cell of cells.filter(isSelected)) add(cell)

  return {
    add,
    async settle() {
      while (workers.size > 0) await Promise.all(workers)
      return { isBudgetUsedUp: isBudgetUsedUp && waiting.length > 0 }
    },
  }
}

const isJudgeBudgetUsedUp = (
  { judgeBudget }: ComparisonPlan,
  { usage, pricedCost }: ComparisonDetail['judging'],
): boolean =>
  usage.input + usage.output >= (judgeBudget.tokens ?? Infinity) ||
  pricedCost >= (judgeBudget.costNanos ?? Infinity)
