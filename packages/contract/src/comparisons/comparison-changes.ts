import type { Cell } from './comparison-cells.ts'
import type { Comparison, ComparisonChanges, ComparisonDetail } from './comparisons.ts'

type Changed = Extract<ComparisonChanges, { type: 'changed' }>

/**
 * Applies the changes since a previous read. The result equals a full read, and cells keep their
 * positions.
 */
export function applyChanges(
  previous: ComparisonDetail,
  { type: _type, grid, ...rest }: Changed,
): ComparisonDetail {
  const changedCells = new Map(grid.map((cell) => [cell.id, cell]))
  const updated = previous.grid.map((cell) => {
    const current = changedCells.get(cell.id) ?? cell
    changedCells.delete(cell.id)
    return current
  })
  const merged = [...updated, ...changedCells.values()]
  return {
    ...previous,
    ...rest,
    cells: { ...previous.cells, ...countEndedCells(merged) },
    grid: merged,
  }
}

export function countEndedCells(
  grid: readonly Cell[],
): Pick<Comparison['cells'], 'done' | 'failed'> {
  const failed = grid.filter(({ status }) => status === 'error').length
  return { done: failed + grid.filter(({ status }) => status === 'success').length, failed }
}
