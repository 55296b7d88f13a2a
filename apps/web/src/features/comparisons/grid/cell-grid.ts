import type { Cell } from '@lathe/contract'

/** The repeats of each variant and case, in order. */
export type CellGrid = ReadonlyMap<string, readonly Cell[]>

const gridKey = (variant: string, row: string) => `${variant} ${row}`

export function cellGrid(cells: readonly Cell[]): CellGrid {
  const grid = Map.groupBy(cells, (cell) => gridKey(cell.variant, cell.case))
  for (const repeats of grid.values()) repeats.sort((a, b) => a.repeat - b.repeat)
  return grid
}

const NONE: readonly Cell[] = []

export const cellsAt = (grid: CellGrid, variant: string, row: string): readonly Cell[] =>
  grid.get(gridKey(variant, row)) ?? NONE
