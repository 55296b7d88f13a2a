import type { Cell } from '@lathe/contract'

const HOUR_MS = 3_600_000

/** When its run was made, in milliseconds since the epoch; of a cell that an earlier one answered, when that one's was. */
export const begunAt = ({ runId }: Pick<Cell, 'runId'>): number | null =>
  // The first 48 bits of a UUIDv7.
  runId === null ? null : Number.parseInt(runId.slice(0, 13).replace('-', ''), 16)

/** Of cells of one case that have a time: whether it was taken under one load. */
export const areTimedAlike = (cells: readonly Cell[], baseline: readonly Cell[]): boolean =>
  cells.every((cell) => baseline.every((other) => isTimedLike(cell, other)))

/** Repeats are run one after the other, which may take hours: those of one number stand beside each other. */
const isTimedLike = (cell: Cell, other: Cell): boolean =>
  cell.isReused === other.isReused && (cell.repeat !== other.repeat || isOfOneHour(cell, other))

function isOfOneHour(cell: Cell, other: Cell): boolean {
  const [at, before] = [begunAt(cell), begunAt(other)]
  return at === null || before === null || Math.abs(at - before) <= HOUR_MS
}
