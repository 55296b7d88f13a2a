import type { ComparisonChanges, ComparisonPlan } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import {
  type ChangedCell,
  listChanged,
  listRunningCells,
  type SomeCells,
} from '../runner/cells.store.ts'
import { type ComparisonRow, planOf, toComparison } from '../api/comparisons.store.ts'
import { besidesCells } from '../api/detail.ts'
import { markOf, readMark } from '../api/mark.ts'
import { type GridOptions, partsByCase, partsById, readGrid } from '../report/read-grid.ts'

type ChangesOptions = { since: string; said: GridOptions['said'] }

/** Returns the changes since the cursor `since`. */
export async function toChanges(
  db: Queries,
  row: ComparisonRow,
  { since, said }: ChangesOptions,
): Promise<ComparisonChanges> {
  const before = readMark(since)
  const mark = await markOf(db, row)
  // The cursor is ahead of the database, so it belongs to an earlier database.
  if (before?.cells !== mark.cells || before.next > mark.next) return { type: 'reload' }
  const [changed, running] = await Promise.all([
    listChanged(db, row.id, before.next),
    listRunningCells(db, row.id, { alsoInBatches: before.status !== mark.status }),
  ])
  const plan = planOf(row)
  const { cells: _counted, ...comparison } = toComparison(row)
  return {
    type: 'changed',
    ...comparison,
    ...(await besidesCells(db, row, { plan, cases: plan.cases, mark })),
    grid: await readGrid(db, row, { plan, parts: partsOf(plan, [...changed, ...running]), said }),
  }
}

/** A pairwise evaluation depends on both cells, so it includes all cells of a changed case. */
function partsOf(plan: ComparisonPlan, changed: readonly ChangedCell[]): SomeCells[] {
  if (!plan.checks.some(({ evaluator }) => evaluator.kind === 'pairwise')) {
    return partsById([...new Set(changed.map(({ id }) => id))])
  }
  const keys = new Set(changed.map(({ case_key: key }) => key))
  return partsByCase(
    plan,
    plan.cases.filter(({ key }) => keys.has(key)),
  )
}
