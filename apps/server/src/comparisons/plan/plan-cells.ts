import type { CellSelection, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { type CaseRecordings, findCaseRecordings, recordingFor } from '../runner/case-recordings.ts'
import {
  dequeueCells,
  queueReruns,
  replanCells,
  replanPendingCells,
  type Replanned,
  type Rerun,
} from '../runner/cell-transitions.store.ts'
import { type CellRow, insertCells, listCells, type PlannedCell } from '../runner/cells.store.ts'
import { isRepeatSelected, selectFromPlan } from './selection.ts'
import { cellFingerprint, type VariantGraph } from './variant-graphs.ts'

export type CellRequest = {
  selection: CellSelection
  /** Also run finished cells. */
  rerun: boolean
}

type PlanGraphs = { plan: ComparisonPlan; graphs: ReadonlyMap<string, VariantGraph> }

/** The state of a comparison's cells when some of them are requested. */
export type CellSelectionState = {
  /** Planned cells without a row. */
  missing: PlannedCell[]
  selected: CellRow[]
  /** Finished cells to rerun, and cells without an output. */
  reruns: Rerun[]
  /** Cells whose fingerprint has changed. */
  replanned: Replanned[]
  otherCells: CellRow[]
}

export async function selectCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { plan, graphs }: PlanGraphs,
  { selection, rerun }: CellRequest,
): Promise<CellSelectionState> {
  const recordings = await findCaseRecordings(db, workspaceId, plan)
  const missing = new Map(
    listPlannedCells(selectFromPlan(plan, selection), graphs, recordings)
      .filter((cell) => isRepeatSelected(selection, cell))
      .map((cell) => [positionKey(cell), cell]),
  )
  const state: CellSelectionState = {
    missing: [],
    selected: [],
    reruns: [],
    replanned: [],
    otherCells: [],
  }
  for (const cell of await listCells(db, workspaceId, id)) {
    const planned = missing.get(positionKey(cell))
    missing.delete(positionKey(cell))
    if (!planned || (selection.failed && cell.status !== 'error')) {
      state.otherCells.push(cell)
      continue
    }
    state.selected.push(cell)
    const hasNoOutput = cell.status === 'error' || cell.status === 'stopped'
    const hasEnded = hasNoOutput || cell.status === 'success'
    // A running cell is fresh already. A cell that never ran may reuse an earlier result.
    const isForced = rerun && hasEnded
    if (cell.fingerprint !== planned.fingerprint) {
      state.replanned.push({ cell, isForced, fingerprint: planned.fingerprint })
    } else if (hasNoOutput || isForced) {
      state.reruns.push({ cell, isForced })
    }
  }
  return { ...state, missing: selection.failed ? [] : [...missing.values()] }
}

/**
 * Puts the selected cells into the queue. While the comparison runs, keeps its queued cells;
 * otherwise removes them.
 */
export async function queueCells(
  db: Queries,
  workspaceId: string,
  id: string,
  { missing, reruns, replanned, otherCells }: CellSelectionState,
  { isRunning }: { isRunning: boolean },
): Promise<void> {
  await insertCells(db, workspaceId, id, missing)
  await queueReruns(db, reruns)
  await replanCells(db, replanned)
  if (!isRunning) await dequeueCells(db, otherCells)
}

/**
 * Returns the cells with pending ones updated to the current graphs: a draft may have been edited
 * since they were queued.
 */
export async function updatePendingCells(
  db: Queries,
  cells: readonly CellRow[],
  { plan, graphs, recordings }: PlanGraphs & { recordings: CaseRecordings },
): Promise<CellRow[]> {
  if (!cells.some(({ status }) => status === 'pending')) return [...cells]
  const fingerprints = new Map(
    listPlannedCells(plan, graphs, recordings).map((cell) => [positionKey(cell), cell.fingerprint]),
  )
  const changes: { cell: CellRow; fingerprint: string }[] = []
  const current = cells.map((cell) => {
    const fingerprint = fingerprints.get(positionKey(cell)) ?? cell.fingerprint
    if (cell.status !== 'pending' || fingerprint === cell.fingerprint) return cell
    changes.push({ cell, fingerprint })
    return { ...cell, fingerprint, former: null }
  })
  await replanPendingCells(db, changes)
  return current
}

export function listPlannedCells(
  { variants, cases, repeats }: ComparisonPlan,
  graphs: ReadonlyMap<string, VariantGraph>,
  recordings: CaseRecordings,
): PlannedCell[] {
  return variants.flatMap(({ key: variant }) => {
    const graph = graphs.get(variant)
    if (!graph) return []
    return cases.flatMap(({ key, input }) => {
      const recordingId = recordingFor(recordings, { key }, graph)?.traceId
      return Array.from({ length: repeats }, (_, repeat) => ({
        variant,
        case_key: key,
        repeat,
        fingerprint: cellFingerprint(graph, input, { repeat, recordingId }),
      }))
    })
  })
}

export const positionKey = ({
  variant,
  case_key,
  repeat,
}: Pick<CellRow, 'variant' | 'case_key' | 'repeat'>) => `${variant} ${case_key} ${repeat}`
