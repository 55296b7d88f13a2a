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

/** What is not as it was when the mark was given. */
export async function toChanges(
  db: Queries,
  row: ComparisonRow,
  { since, said }: ChangesOptions,
): Promise<ComparisonChanges> {
  const before = readMark(since)
  const mark = await markOf(db, row)
  // More than there can have been: of a database that was there before this one.
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

/** What is said of a pair hangs on the other, too. */
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
