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

/**
 * Whether most runs of one side were made before, or after, all of the other's. In one round the sides take turns; a
 * column that runs again alone has the provider to itself.
 */
export function ranApart(cells: readonly Cell[], baseline: readonly Cell[]): boolean {
  const others = timesByRepeat(baseline)
  return [...timesByRepeat(cells)].some(([repeat, own]) => areApart(own, others.get(repeat) ?? []))
}

const timesByRepeat = (cells: readonly Cell[]): Map<number, number[]> => {
  const ran = cells.filter(({ status }) => status === 'success')
  const byRepeat = Map.groupBy(ran, ({ repeat }) => repeat)
  return new Map(
    [...byRepeat].map(([repeat, some]) => [repeat, some.flatMap((cell) => begunAt(cell) ?? [])]),
  )
}

/** Of one case it cannot be told: one of the two is always first. */
const areApart = (own: readonly number[], others: readonly number[]): boolean =>
  own.length > 1 && others.length > 1 && (isOutside(own, others) || isOutside(others, own))

function isOutside(times: readonly number[], of: readonly number[]): boolean {
  const first = of.reduce((a, b) => Math.min(a, b))
  const last = of.reduce((a, b) => Math.max(a, b))
  const areMost = (some: readonly number[]) => some.length > times.length / 2
  return areMost(times.filter((at) => at < first)) || areMost(times.filter((at) => at > last))
}
