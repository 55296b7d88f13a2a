import type { Cell } from './comparison-cells.ts'
import type { Comparison, ComparisonChanges, ComparisonDetail } from './comparisons.ts'

type Changed = Extract<ComparisonChanges, { type: 'changed' }>

/**
 * Applies the changes since a previous read. The result equals a full read, and cells keep their
 * positions.
 */
export function withChanges(
  before: ComparisonDetail,
  { type: _type, grid, ...rest }: Changed,
): ComparisonDetail {
  const fresh = new Map(grid.map((cell) => [cell.id, cell]))
  const kept = before.grid.map((cell) => {
    const found = fresh.get(cell.id) ?? cell
    fresh.delete(cell.id)
    return found
  })
  const merged = [...kept, ...fresh.values()]
  return { ...before, ...rest, cells: { ...before.cells, ...countsOf(merged) }, grid: merged }
}

export function countsOf(grid: readonly Cell[]): Pick<Comparison['cells'], 'done' | 'failed'> {
  const failed = grid.filter(({ status }) => status === 'error').length
  return { done: failed + grid.filter(({ status }) => status === 'success').length, failed }
}
