import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Cell, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { RecordingUse } from '../../platform/db/tables/comparisons.ts'
import type { ComparisonRow } from '../api/comparisons.store.ts'
import { createCellEvaluator } from '../judging/cell-evaluations.ts'
import { listVerdictsOn } from '../judging/verdicts.store.ts'
import { createPlanFilter } from '../plan/selection.ts'
import { type CellRow, type CellSet, listCells } from '../runner/cells.store.ts'

/** Yield to the event loop after this many cells. */
const CELLS_PER_TURN = 200

export type GridOptions = {
  plan: ComparisonPlan
  parts: readonly CellSet[]
  /** Returns the output that a running cell has streamed. */
  partialOutput?: ((runId: string) => string) | undefined
}

/** Returns the planned cells, evaluated by the plan's evaluators. */
export async function readGrid(
  db: Queries,
  row: ComparisonRow,
  { plan, parts, partialOutput }: GridOptions,
): Promise<Cell[]> {
  const evaluators = await import('@lathe/evaluators')
  const hasStoredVerdicts = plan.evaluators.some(
    ({ evaluator }) => !evaluators.isInstantRule(evaluator),
  )
  const isPlanned = createPlanFilter(plan)
  const cases = new Map(plan.cases.map((planCase) => [planCase.key, planCase]))
  const grid: Cell[] = []
  for (const part of parts) {
    const rows = await listCells(db, row.workspace_id, row.id, part)
    const cells = rows.filter(isPlanned)
    const runIds = hasStoredVerdicts ? cells.flatMap(({ run_id }) => run_id ?? []) : []
    const verdicts = await listVerdictsOn(db, row.workspace_id, row.id, runIds)
    const evaluate = createCellEvaluator({ ...plan, cases }, cells, verdicts, evaluators)
    for (const cell of cells) {
      grid.push(addPartialOutput(toCell(withReportedStatus(row, cell), evaluate), partialOutput))
    }
    await yieldToEventLoop()
  }
  return grid
}

/** Groups the cells by case: pairwise evaluators need all cells of a case. */
export function partsByCase(
  { variants, repeats }: ComparisonPlan,
  cases: ComparisonPlan['cases'],
): CellSet[] {
  const size = Math.ceil(CELLS_PER_TURN / Math.max(1, variants.length * repeats))
  const variantKeys = variants.map(({ key }) => key)
  const caseKeys = cases.map(({ key }) => key)
  return chunks(caseKeys, size).map((keys) => ({ variants: variantKeys, cases: keys }))
}

export const partsById = (ids: readonly string[]): CellSet[] =>
  chunks(ids, CELLS_PER_TURN).map((chunk) => ({ ids: chunk }))

const chunks = (list: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

/** A provider's batch may still be running after the comparison stopped. */
const withReportedStatus = ({ status }: ComparisonRow, cell: CellRow): CellRow =>
  cell.status === 'running' && status !== 'running' ? { ...cell, status: 'stopped' } : cell

function toCell(row: CellRow, evaluate: ReturnType<typeof createCellEvaluator>): Cell {
  const result = fromJsonOrNull(row.result)
  const noEvaluations = { evaluations: {}, verdicts: {} }
  return {
    id: row.id,
    variant: row.variant,
    case: row.case_key,
    repeat: row.repeat,
    status: row.status,
    runId: row.run_id,
    isReused: row.is_reused !== 0,
    isBatch: row.batch_id !== null,
    output: result?.output ?? null,
    calls: result?.calls ?? [],
    isRefused: result?.isRefused ?? false,
    error: result?.error ?? null,
    ...(result && row.status === 'success' ? evaluate(row, result) : noEvaluations),
    latencyMs: result?.latencyMs ?? null,
    firstTokenMs: result?.firstTokenMs ?? null,
    usage: result?.usage ?? null,
    cost: result ? result.cost : null,
    pricedCost: result?.pricedCost ?? result?.cost ?? 0,
    unpriced: result?.unpriced ?? 0,
    recording: toRecordingUse(result?.recording),
  }
}

function addPartialOutput(cell: Cell, partialOutput: GridOptions['partialOutput']): Cell {
  if (!partialOutput || cell.status !== 'running' || cell.runId === null) return cell
  const output = partialOutput(cell.runId)
  return output === '' ? cell : { ...cell, output }
}

function toRecordingUse(use: RecordingUse | undefined): Cell['recording'] {
  return use ? { served: use.served, live: use.live, suppressed: use.suppressed } : null
}
