import type { Cell } from '@lathe/contract'
import type { Place } from './use-grid-keys.ts'

/** The next cell that fits, row by row and round to the first; undefined where none but the one itself could. */
export function nextPlace(
  from: Place,
  { rows, columns }: { rows: number; columns: number },
  fits: (place: Place) => boolean,
): Place | undefined {
  const all = rows * columns
  const start = from.row * columns + from.column - 1
  const most = from.column === 0 ? all : all - 1
  for (let step = 1; step <= most; step += 1) {
    const at = (start + step + all) % all
    const place = { row: Math.floor(at / columns), column: (at % columns) + 1 }
    if (fits(place)) return place
  }
  return undefined
}

/** Whether there is an output that nobody has judged by this check. */
export const isUnrated = (cells: readonly Cell[], check: string): boolean =>
  cells.some(
    ({ status, evaluations }) =>
      status === 'success' && (evaluations[check]?.status ?? 'undecided') === 'undecided',
  )
