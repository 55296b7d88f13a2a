import type { Cell } from '@lathe/contract'

const HOUR_MS = 3_600_000

/** When its run was made, in milliseconds since the epoch; of a cell that an earlier one answered, when that one's was. */
export const runStartedAt = ({ runId }: Pick<Cell, 'runId'>): number | null =>
  // The first 48 bits of a UUIDv7.
  runId === null ? null : Number.parseInt(runId.slice(0, 13).replace('-', ''), 16)

/** Of cells of one case that have a time: whether it was taken under one load. */
export const areTimesComparable = (cells: readonly Cell[], baseline: readonly Cell[]): boolean =>
  cells.every((cell) => baseline.every((other) => isTimeComparable(cell, other)))

/** Repeats are run one after the other, which may take hours: those of one number stand beside each other. */
const isTimeComparable = (cell: Cell, other: Cell): boolean =>
  cell.isReused === other.isReused && (cell.repeat !== other.repeat || isWithinHour(cell, other))

function isWithinHour(cell: Cell, other: Cell): boolean {
  const [startedAt, before] = [runStartedAt(cell), runStartedAt(other)]
  return startedAt === null || before === null || Math.abs(startedAt - before) <= HOUR_MS
}

/**
 * Whether most runs of one side were made before, or after, all of the other's. In one round the sides take turns; a
 * column that runs again alone has the provider to itself.
 */
export function ranApart(cells: readonly Cell[], baseline: readonly Cell[]): boolean {
  const otherTimes = timesByRepeat(baseline)
  return [...timesByRepeat(cells)].some(([repeat, ownTimes]) =>
    areSeparated(ownTimes, otherTimes.get(repeat) ?? []),
  )
}

const timesByRepeat = (cells: readonly Cell[]): Map<number, number[]> => {
  const ran = cells.filter(({ status }) => status === 'success')
  const byRepeat = Map.groupBy(ran, ({ repeat }) => repeat)
  return new Map(
    [...byRepeat].map(([repeat, some]) => [
      repeat,
      some.flatMap((cell) => runStartedAt(cell) ?? []),
    ]),
  )
}

/** Of one case it cannot be told: one of the two is always first. */
const areSeparated = (ownTimes: readonly number[], otherTimes: readonly number[]): boolean =>
  ownTimes.length > 1 &&
  otherTimes.length > 1 &&
  (isOutside(ownTimes, otherTimes) || isOutside(otherTimes, ownTimes))

function isOutside(times: readonly number[], reference: readonly number[]): boolean {
  const first = reference.reduce((a, b) => Math.min(a, b))
  const last = reference.reduce((a, b) => Math.max(a, b))
  const isMajority = (some: readonly number[]) => some.length > times.length / 2
  return (
    isMajority(times.filter((startedAt) => startedAt < first)) ||
    isMajority(times.filter((startedAt) => startedAt > last))
  )
}
