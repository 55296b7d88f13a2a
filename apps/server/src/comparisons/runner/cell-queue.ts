import type { ComparisonCase, ComparisonPlan, Limits, Variant } from '@lathe/contract'
import type { ComparisonRow } from '../api/comparisons.store.ts'
import { updatePendingCells } from '../plan/plan-cells.ts'
import { createPlanFilter } from '../plan/selection.ts'
import { type GraphContext, type VariantGraph, variantGraphs } from '../plan/variant-graphs.ts'
import { type Budget, hasBudget } from './budget.ts'
import { type CaseRecording, findCaseRecordings, recordingFor } from './case-recordings.ts'
import { type CellRow, listCells } from './cells.store.ts'

/** A cell with what its run needs. */
export type QueuedCell = {
  cell: CellRow
  variant: Variant
  graph: VariantGraph
  case: ComparisonCase
  recording: CaseRecording | undefined
  /** Whether an earlier result with the same fingerprint may be used. */
  canReuse: boolean
}

/** The unfinished cells of a comparison, read from the table in which each process claims them. */
export type CellQueue = {
  /** All stored cells, including those that are no longer planned. */
  stored: CellRow[]
  planned: CellRow[]
  /**
   * Cells that run one by one: first cells that another process had started, then pending cells in
   * plan order.
   */
  waiting: QueuedCell[]
  /** Returns undefined if the cell is no longer planned or its fingerprint has changed. */
  find: (cell: CellRow) => QueuedCell | undefined
}

/** A queue that workers of this process are running. */
export type QueueRun = {
  plan: ComparisonPlan
  queue: CellQueue
  budget: Budget
  /** Called with each completed cell, or undefined for a cell that another process has. */
  complete: (cell: CellRow | undefined) => void
}

/** Builds the queue from the table. Pending cells get the fingerprint of the current graphs. */
export async function loadCellQueue(
  context: GraphContext,
  { id }: Pick<ComparisonRow, 'id'>,
  plan: ComparisonPlan,
): Promise<CellQueue> {
  const { db, workspaceId } = context
  const { graphs } = await variantGraphs(context, plan)
  const recordings = await findCaseRecordings(db, workspaceId, plan)
  const rows = await listCells(db, workspaceId, id)
  const stored = await updatePendingCells(db, rows, { plan, graphs, recordings })
  const planned = stored.filter(createPlanFilter(plan))

  const variants = new Map(plan.variants.map((variant) => [variant.key, variant]))
  const cases = new Map(plan.cases.map((planCase) => [planCase.key, planCase]))
  const queued = new Map<string, QueuedCell>()
  for (const cell of planned) {
    const variant = variants.get(cell.variant)
    const planCase = cases.get(cell.case_key)
    const graph = graphs.get(cell.variant)
    if (!variant || !planCase || !graph) continue
    const recording = recordingFor(recordings, planCase, graph)
    const canReuse = cell.is_anew === 0 && (variant.reuse ?? plan.reuse)
    queued.set(cell.id, { cell, variant, graph, case: planCase, recording, canReuse })
  }

  const single = planned.filter((cell) => !isBatched(plan, cell))
  const started = single.filter(({ status }) => status === 'running')
  const pending = single.filter(({ status }) => status === 'pending')
  return {
    stored,
    planned,
    waiting: [...started, ...sortInPlanOrder(plan, pending)].flatMap(
      ({ id: cellId }) => queued.get(cellId) ?? [],
    ),
    find(cell) {
      const match = queued.get(cell.id)
      return match?.cell.fingerprint === cell.fingerprint ? { ...match, cell } : undefined
    },
  }
}

/** Whether a cell belongs, or will belong, to a provider batch. */
export const isBatched = (
  { batch, variants }: Pick<ComparisonPlan, 'batch' | 'variants'>,
  { batch_id, status, variant }: CellRow,
): boolean =>
  (batch_id !== null && status === 'running') ||
  (batch && variants.some(({ key, base }) => key === variant && base.type === 'prompt'))

type PlanPosition = Pick<CellRow, 'variant' | 'case_key' | 'repeat'>

/**
 * Orders cells by case, so that results can be compared early. Rotates the first variant: the first
 * request of a case is slower (cold caches, busy workers) and would bias latency.
 */
export function sortInPlanOrder<T extends PlanPosition>(
  { variants, cases }: Pick<ComparisonPlan, 'variants' | 'cases'>,
  cells: readonly T[],
): T[] {
  const columns = indexByKey(variants)
  const rows = indexByKey(cases)
  const rotatedColumn = ({ variant, case_key: key, repeat }: PlanPosition) => {
    const offset = (rows.get(key) ?? 0) + repeat
    return ((columns.get(variant) ?? 0) + offset) % Math.max(1, variants.length)
  }
  return cells.toSorted(
    (a, b) =>
      a.repeat - b.repeat ||
      (rows.get(a.case_key) ?? 0) - (rows.get(b.case_key) ?? 0) ||
      rotatedColumn(a) - rotatedColumn(b),
  )
}

const indexByKey = (list: readonly { key: string }[]): ReadonlyMap<string, number> =>
  new Map(list.map(({ key }, index) => [key, index]))

/** Prepare one cell for this many concurrent requests. */
const REQUESTS_PER_PREPARED_CELL = 4
/** Leave one of this many run slots to other runs. */
const SLOTS_PER_FREE_SLOT = 8

/**
 * Returns how many cells to prepare while the maximum number of requests is in flight. Only bare
 * prompts are prepared ahead, because they do nothing but call a model. None if a budget could be
 * exceeded.
 */
export function countPreparedCells(
  plan: ComparisonPlan,
  { runsAtOnce }: Pick<Limits, 'runsAtOnce'>,
): number {
  const areBarePrompts = plan.variants.every(({ base }) => base.type === 'prompt')
  if (!areBarePrompts || hasBudget(plan)) return 0
  const freeSlots = Math.ceil(runsAtOnce / SLOTS_PER_FREE_SLOT)
  const slots = runsAtOnce - freeSlots - plan.concurrency
  return Math.max(0, Math.min(Math.floor(plan.concurrency / REQUESTS_PER_PREPARED_CELL), slots))
}
