import type { Cell } from '@lathe/contract'

const HOUR_MS = 3_600_000

/**
 * Start time of the cell's run in milliseconds since the epoch. A cell served by an earlier one has
 * that one's time.
 */
export const runStartedAt = ({ runId }: Pick<Cell, 'runId'>): number | null =>
  // The first 48 bits of a UUIDv7.
  runId === null ? null : Number.parseInt(runId.slice(0, 13).replace('-', ''), 16)

/** Whether latencies of one case's cells were measured under the same load. */
export const areTimesComparable = (cells: readonly Cell[], baseline: readonly Cell[]): boolean =>
  cells.every((cell) => baseline.every((other) => isTimeComparable(cell, other)))

/**
 * Repeats run one after the other, which may take hours, so only repeats with the same number are
 * compared.
 */
const isTimeComparable = (cell: Cell, other: Cell): boolean =>
  cell.isReused === other.isReused && (cell.repeat !== other.repeat || isWithinHour(cell, other))

function isWithinHour(cell: Cell, other: Cell): boolean {
  const [startedAt, before] = [runStartedAt(cell), runStartedAt(other)]
  return startedAt === null || before === null || Math.abs(startedAt - before) <= HOUR_MS
}

/**
 * Whether most runs of one side started before, or after, all runs of the other. Sides alternate
 * within a round, but a variant that is rerun alone has the provider to itself.
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

/** With one case, one side is always first. */
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
