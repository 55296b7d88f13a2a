export type Place = { row: number; column: number }
/** `page`: number of visible rows. */
export type Size = { rows: number; columns: number; page: number }
export type Range = { top: number; bottom: number; left: number; right: number }

const STEPS: Record<string, Place> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

const within = (value: number, count: number) => Math.max(0, Math.min(value, count - 1))

/**
 * Returns the cell that a key moves to, or undefined if it does not move. `isFar` moves to the end.
 */
export function placeAfter(
  key: string,
  { row, column }: Place,
  { rows, columns, page }: Size,
  isFar = false,
): Place | undefined {
  const step = STEPS[key]
  if (step) {
    const by = isFar ? Math.max(rows, columns) : 1
    return {
      row: within(row + by * step.row, rows),
      column: within(column + by * step.column, columns),
    }
  }
  if (key === 'Home') return { row: isFar ? 0 : row, column: 0 }
  if (key === 'End') return { row: isFar ? rows - 1 : row, column: columns - 1 }
  if (key === 'PageDown') return { row: within(row + page, rows), column }
  if (key === 'PageUp') return { row: within(row - page, rows), column }
  return undefined
}

/** Returns the next or previous cell, wrapping at row ends; undefined at the end of the grid. */
export function neighbour({ row, column }: Place, by: 1 | -1, { rows, columns }: Size) {
  const at = row * columns + column + by
  if (at < 0 || at >= rows * columns) return undefined
  return { row: Math.floor(at / columns), column: at % columns }
}

export const rangeOf = (one: Place, other: Place): Range => ({
  top: Math.min(one.row, other.row),
  bottom: Math.max(one.row, other.row),
  left: Math.min(one.column, other.column),
  right: Math.max(one.column, other.column),
})
