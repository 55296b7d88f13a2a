import type { ComparisonChanges, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { type ComparisonRow, readPlan, toComparison } from '../api/comparisons.store.ts'
import {
  type CellSet,
  type ChangedCell,
  listChanged,
  listRunningCells,
} from '../runner/cells.store.ts'
import { detailWithoutCells, parseCursor, readCursor } from './comparison-detail.ts'
import { type GridOptions, partsByCase, partsById, readGrid } from './grid.ts'

type ChangesOptions = { since: string; partialOutput: GridOptions['partialOutput'] }

/** Returns the changes since the cursor `since`. */
export async function toChanges(
  db: Queries,
  row: ComparisonRow,
  { since, partialOutput }: ChangesOptions,
): Promise<ComparisonChanges> {
  const before = parseCursor(since)
  const cursor = await readCursor(db, row)
  // A cursor that is ahead of the database belongs to another database.
  if (before?.cellSet !== cursor.cellSet || before.next > cursor.next) return { type: 'reload' }
  const [changed, running] = await Promise.all([
    listChanged(db, row.id, before.next),
    listRunningCells(db, row.id, { includeBatches: before.status !== cursor.status }),
  ])
  const plan = readPlan(row)
  const { cells: _counts, ...comparison } = toComparison(row)
  const parts = changedParts(plan, [...changed, ...running])
  return {
    type: 'changed',
    ...comparison,
    ...(await detailWithoutCells(db, row, { plan, cases: plan.cases, cursor })),
    grid: await readGrid(db, row, { plan, parts, partialOutput }),
  }
}

/** A pairwise evaluation depends on both cells, so it includes all cells of a changed case. */
function changedParts(plan: ComparisonPlan, changed: readonly ChangedCell[]): CellSet[] {
  if (!plan.evaluators.some(({ evaluator }) => evaluator.kind === 'pairwise')) {
    return partsById([...new Set(changed.map(({ id }) => id))])
  }
  const keys = new Set(changed.map(({ case_key }) => case_key))
  return partsByCase(
    plan,
    plan.cases.filter(({ key }) => keys.has(key)),
  )
}
