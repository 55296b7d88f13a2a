export type CellPosition = { row: number; column: number }
/** `page`: number of visible rows. */
export type Size = { rows: number; columns: number; page: number }
export type Range = { top: number; bottom: number; left: number; right: number }

const STEPS: Record<string, CellPosition> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

const clampIndex = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))

/**
 * Returns the cell that a key moves to, or undefined if it does not move. `isFar` moves to the end.
 */
export function nextPosition(
  key: string,
  { row, column }: CellPosition,
  { rows, columns, page }: Size,
  toEdge = false,
): CellPosition | undefined {
  const step = STEPS[key]
  if (step) {
    const distance = toEdge ? Math.max(rows, columns) : 1
    return {
      row: clampIndex(row + distance * step.row, rows),
      column: clampIndex(column + distance * step.column, columns),
    }
  }
  if (key === 'Home') return { row: toEdge ? 0 : row, column: 0 }
  if (key === 'End') return { row: toEdge ? rows - 1 : row, column: columns - 1 }
  if (key === 'PageDown') return { row: clampIndex(row + page, rows), column }
  if (key === 'PageUp') return { row: clampIndex(row - page, rows), column }
  return undefined
}

/** Returns the next or previous cell, wrapping at row ends; undefined at the end of the grid. */
export function neighbour({ row, column }: CellPosition, offset: 1 | -1, { rows, columns }: Size) {
  const flatIndex = row * columns + column + offset
  if (flatIndex < 0 || flatIndex >= rows * columns) return undefined
  return { row: Math.floor(flatIndex / columns), column: flatIndex % columns }
}

export const cellRange = (corner: CellPosition, oppositeCorner: CellPosition): Range => ({
  top: Math.min(corner.row, oppositeCorner.row),
  bottom: Math.max(corner.row, oppositeCorner.row),
  left: Math.min(corner.column, oppositeCorner.column),
  right: Math.max(corner.column, oppositeCorner.column),
})
