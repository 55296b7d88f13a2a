import type { Cell, ComparisonDetail, ComparisonPlan, ToldVerdict } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { fromJsonOrNull } from '../../db/json.ts'
import type { TapeUse } from '../../db/tables/comparisons.ts'
import { listBatches, toBatch } from './batches/batches.store.ts'
import { type CellRow, listCells } from './cells.store.ts'
import {
  type ComparisonRow,
  countCells,
  keptVerdict,
  planOf,
  toComparison,
} from './comparisons.store.ts'
import { createEvaluating } from './judging/evaluations.ts'
import { judgingSpent } from './judging/judging-spent.ts'
import { listVerdicts } from './judging/verdicts.store.ts'
import { listVotes, votesOn } from './judging/votes.store.ts'
import { chosenYardstick } from './verdict.ts'

type DetailOptions = {
  firstCases?: number | undefined
  /** What a run that is under way has said. */
  said?: (runId: string) => string
}

/** With the cells of the present plan, judged as its checks say now. */
export async function toDetail(
  db: Queries,
  row: ComparisonRow,
  { firstCases, said }: DetailOptions = {},
): Promise<ComparisonDetail> {
  const plan = planOf(row)
  const only =
    firstCases === undefined
      ? undefined
      : { variants: keysOf(plan.variants), cases: keysOf(plan.cases.slice(0, firstCases)) }
  const [all, verdicts, votes, batches, rules] = await Promise.all([
    listCells(db, row.workspace_id, row.id, only),
    listVerdicts(db, row.workspace_id, row.id),
    listVotes(db, row.workspace_id, row.id),
    listBatches(db, row.workspace_id, row.id),
    import('@lathe/evaluators'),
  ])
  const isPlanned = plannedIn(plan)
  const cells = all.filter(isPlanned)
  const judge = createEvaluating(plan, cells, verdicts, rules)
  const grid = cells
    .map((cell) => toCell(asOf(row, cell), judge))
    .map((cell) => (said ? soFar(cell, said) : cell))
  const counts = only ? (await countCells(db, [row.id])).get(row.id) : countsOf(grid)
  return {
    ...toComparison(row, counts),
    plan,
    grid,
    judging: judgingSpent(verdicts),
    votes: votesOn(cells, votes),
    batches: batches.map(toBatch),
    told: toldOf(row, plan),
    stopReason: row.stop_reason,
    spent: row.stop_reason === 'budget' ? fromJsonOrNull(row.spent) : null,
  }
}

const keysOf = (parts: readonly { key: string }[]) => parts.map(({ key }) => key)

function toldOf(row: ComparisonRow, plan: ComparisonPlan): ToldVerdict | null {
  const kept = keptVerdict(row)
  const { yardstick } = chosenYardstick(plan, undefined)
  if (!kept || !yardstick) return null
  return {
    by: yardstick.id,
    variants: kept.variants.flatMap(({ variant, name, sentence, ruling, finished, errors }) =>
      ruling === null || finished + errors === 0 ? [] : [{ variant, name, sentence, ruling }],
    ),
  }
}

function countsOf(grid: readonly Cell[]) {
  const failed = grid.filter(({ status }) => status === 'error').length
  return { done: failed + grid.filter(({ status }) => status === 'success').length, failed }
}

export function plannedIn({
  variants,
  cases,
  repeats,
}: ComparisonPlan): (cell: CellRow) => boolean {
  const columns = new Set(variants.map(({ key }) => key))
  const rows = new Set(cases.map(({ key }) => key))
  return ({ variant, case_key: row, repeat }) =>
    repeat < repeats && columns.has(variant) && rows.has(row)
}

/** A batch may still wait at its provider when nobody waits for it here any more. */
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

function soFar(cell: Cell, said: (runId: string) => string): Cell {
  if (cell.status !== 'running' || cell.runId === null) return cell
  const output = said(cell.runId)
  return output === '' ? cell : { ...cell, output }
}

function toTape(use: TapeUse | undefined): Cell['tape'] {
  return use ? { served: use.served, live: use.live, withheld: use.withheld } : null
}
