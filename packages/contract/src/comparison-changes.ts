import type { Cell } from './comparison-cells.ts'
import type { Comparison, ComparisonChanges, ComparisonDetail } from './comparisons.ts'

type Changed = Extract<ComparisonChanges, { type: 'changed' }>

/** As a whole reading would give it. Cells stay in their places, so that what is the same is found to be. */
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
