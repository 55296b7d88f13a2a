import type { Cell, ComparisonDetail, ComparisonPlan, Evaluation } from '@lathe/contract'
import { evaluate } from '@lathe/evaluators'
import type { Queries } from '../../db/db.ts'
import { fromJson, fromJsonOrNull } from '../../db/json.ts'
import type { CellResult } from '../../db/tables/comparisons.ts'
import { type CellRow, listCells } from './cells.store.ts'
import { type ComparisonRow, toComparison } from './comparisons.store.ts'

/** With the cells of the present plan, judged as its checks say now. */
export async function toDetail(db: Queries, row: ComparisonRow): Promise<ComparisonDetail> {
  const plan = fromJson(row.plan)
  const cells = await listCells(db, row.workspace_id, row.id)
  const shown = cells.filter((cell) => isPlanned(plan, cell))
  const grid = shown.map((cell) => toCell(plan, cell))
  const done = grid.filter(({ status }) => status === 'success' || status === 'error').length
  const failed = grid.filter(({ status }) => status === 'error').length
  return { ...toComparison(row, { done, failed }), plan, grid, stopReason: row.stop_reason }
}

const isPlanned = ({ variants, cases, repeats }: ComparisonPlan, cell: CellRow): boolean =>
  cell.repeat < repeats &&
  variants.some(({ key }) => key === cell.variant) &&
  cases.some(({ key }) => key === cell.case_key)

function toCell(plan: ComparisonPlan, row: CellRow): Cell {
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
    evaluations: result && row.status === 'success' ? judge(plan, row, result) : {},
    latencyMs: result?.latencyMs ?? null,
    firstTokenMs: result?.firstTokenMs ?? null,
    usage: result?.usage ?? null,
    cost: result ? result.cost : null,
  }
}

function judge(
  { cases, checks }: ComparisonPlan,
  { case_key: key }: CellRow,
  { output, calls, latencyMs, cost, usage }: CellResult,
): Record<string, Evaluation> {
  const reference = cases.find((one) => one.key === key)?.reference ?? null
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
