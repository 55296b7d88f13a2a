import { setImmediate as turn } from 'node:timers/promises'
import type { Cell, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import type { TapeUse } from '../../platform/db/tables/comparisons.ts'
import { type CellRow, listCells, type SomeCells } from '../runner/cells.store.ts'
import type { ComparisonRow } from '../api/comparisons.store.ts'
import { createEvaluating } from '../judging/evaluations.ts'
import { listVerdictsOn } from '../judging/verdicts.store.ts'

/** Yield to the event loop after this many cells. */
const TURN_CELLS = 200

export type GridOptions = {
  plan: ComparisonPlan
  parts: readonly SomeCells[]
  /** The partial output of a running cell. */
  said?: ((runId: string) => string) | undefined
}

/** Returns the planned cells, evaluated by the plan's evaluators. */
export async function readGrid(
  db: Queries,
  row: ComparisonRow,
  { plan, parts, said }: GridOptions,
): Promise<Cell[]> {
  const rules = await import('@lathe/evaluators')
  const isAnyKept = plan.checks.some(({ evaluator }) => !rules.isInstantRule(evaluator))
  const isPlanned = plannedIn(plan)
  const rows = new Map(plan.cases.map((one) => [one.key, one]))
  const grid: Cell[] = []
  for (const part of parts) {
    const all = await listCells(db, row.workspace_id, row.id, part)
    const cells = all.filter(isPlanned)
    const runs = isAnyKept ? cells.flatMap(({ run_id: run }) => run ?? []) : []
    const verdicts = await listVerdictsOn(db, row.workspace_id, row.id, runs)
    const judge = createEvaluating({ ...plan, rows }, cells, verdicts, rules)
    for (const cell of cells) grid.push(soFar(toCell(asOf(row, cell), judge), said))
    await turn()
  }
  return grid
}

/** Groups the cells by case: pairwise evaluators need all cells of a case. */
export function partsByCase(
  { variants, repeats }: ComparisonPlan,
  cases: ComparisonPlan['cases'],
): SomeCells[] {
  const size = Math.ceil(TURN_CELLS / Math.max(1, variants.length * repeats))
  return chunks(keysOf(cases), size).map((some) => ({ variants: keysOf(variants), cases: some }))
}

export const partsById = (ids: readonly string[]): SomeCells[] =>
  chunks(ids, TURN_CELLS).map((some) => ({ ids: some }))

const chunks = (list: readonly string[], size: number): string[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) =>
    list.slice(at * size, (at + 1) * size),
  )

const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

export function plannedIn({
  variants,
  cases,
  repeats,
}: ComparisonPlan): (cell: Pick<CellRow, 'variant' | 'case_key' | 'repeat'>) => boolean {
  const columns = new Set(keysOf(variants))
  const rows = new Set(keysOf(cases))
  return ({ variant, case_key: row, repeat }) =>
    repeat < repeats && columns.has(variant) && rows.has(row)
}

/** A provider's batch may still be running after the comparison stopped. */
const asOf = ({ status }: ComparisonRow, cell: CellRow): CellRow =>
  cell.status === 'running' && status !== 'running' ? { ...cell, status: 'stopped' } : cell

function toCell(row: CellRow, judge: ReturnType<typeof createEvaluating>): Cell {
  const result = fromJsonOrNull(row.result)
  const unjudged = { evaluations: {}, verdicts: {} }
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
    ...(result && row.status === 'success' ? judge(row, result) : unjudged),
    latencyMs: result?.latencyMs ?? null,
    firstTokenMs: result?.firstTokenMs ?? null,
    usage: result?.usage ?? null,
    cost: result ? result.cost : null,
    pricedCost: result?.pricedCost ?? result?.cost ?? 0,
    unpriced: result?.unpriced ?? 0,
    tape: toTape(result?.tape),
  }
}

function soFar(cell: Cell, said: GridOptions['said']): Cell {
  if (!said || cell.status !== 'running' || cell.runId === null) return cell
  const output = said(cell.runId)
  return output === '' ? cell : { ...cell, output }
}

function toTape(use: TapeUse | undefined): Cell['tape'] {
  return use ? { served: use.served, live: use.live, withheld: use.withheld } : null
}
