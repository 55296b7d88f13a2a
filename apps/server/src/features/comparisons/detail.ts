import type {
  Cell,
  ComparisonCase,
  ComparisonDetail,
  ComparisonPlan,
  Evaluation,
  Json,
} from '@lathe/contract'
import type { evaluate as evaluator } from '@lathe/evaluators'
import type { Queries } from '../../db/db.ts'
import { fromJson, fromJsonOrNull } from '../../db/json.ts'
import type { CellResult } from '../../db/tables/comparisons.ts'
import { type CellRow, listCells } from './cells.store.ts'
import { type ComparisonRow, toComparison } from './comparisons.store.ts'

/** With the cells of the present plan, judged as its checks say now. */
export async function toDetail(db: Queries, row: ComparisonRow): Promise<ComparisonDetail> {
  const plan = fromJson(row.plan)
  const cells = await listCells(db, row.workspace_id, row.id)
  const planned = plannedParts(plan)
  const { evaluate } = await import('@lathe/evaluators')
  const grid = cells.flatMap((cell) => {
    const row = planned.rows.get(cell.case_key)
    const isPlanned = cell.repeat < plan.repeats && planned.columns.has(cell.variant)
    return row && isPlanned ? [toCell(plan, cell, row, evaluate)] : []
  })
  const done = grid.filter(({ status }) => status === 'success' || status === 'error').length
  const failed = grid.filter(({ status }) => status === 'error').length
  return { ...toComparison(row, { done, failed }), plan, grid, stopReason: row.stop_reason }
}

const plannedParts = ({ variants, cases }: ComparisonPlan) => ({
  columns: new Set(variants.map(({ key }) => key)),
  rows: new Map(cases.map((row) => [row.key, row])),
})

type Evaluate = typeof evaluator

function toCell(
  { checks }: ComparisonPlan,
  row: CellRow,
  { reference }: ComparisonCase,
  evaluate: Evaluate,
): Cell {
  const result = fromJsonOrNull(row.result)
  return {
    id: row.id,
    variant: row.variant,
    case: row.case_key,
    repeat: row.repeat,
    status: row.status,
    runId: row.run_id,
    isReused: row.is_reused !== 0,
    output: result?.output ?? null,
    calls: result?.calls ?? [],
    error: result?.error ?? null,
    evaluations:
      result && row.status === 'success' ? judge(checks, reference, result, evaluate) : {},
    latencyMs: result?.latencyMs ?? null,
    firstTokenMs: result?.firstTokenMs ?? null,
    usage: result?.usage ?? null,
    cost: result ? result.cost : null,
  }
}

function judge(
  checks: ComparisonPlan['checks'],
  reference: Json,
  { output, calls, latencyMs, cost, usage }: CellResult,
  evaluate: Evaluate,
): Record<string, Evaluation> {
  const judged = {
    output,
    ...(reference !== null && { reference }),
    calls,
    latencyMs: latencyMs ?? 0,
    cost,
    tokens: usage.input + usage.output,
  }
  return Object.fromEntries(checks.map((check) => [check.key, evaluate(check.evaluator, judged)]))
}
