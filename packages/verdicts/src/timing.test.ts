import { expect, test } from 'vitest'
import { cell } from './testing/cell.ts'
import { areTimesComparable, runStartedAt, ranApart } from './timing.ts'

const HOUR_MS = 3_600_000
const NOON = Date.UTC(2026, 10, 20, 12)

/** A UUIDv7 of that time. */
const runAt = (ms: number) => {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`
}

const timedCell = (ms: number | null, fields = {}) =>
  cell({ runId: ms === null ? null : runAt(ms), ...fields })

test('reads the start time of a cell’s run to the millisecond', () => {
  expect(runStartedAt(timedCell(NOON + 7))).toBe(NOON + 7)
  expect(runStartedAt(timedCell(2 ** 47 + 1))).toBe(2 ** 47 + 1)
  expect(runStartedAt(timedCell(null))).toBeNull()
})

test.each([
  ['in one hour', NOON + HOUR_MS, true],
  ['in one hour before', NOON - HOUR_MS, true],
  ['later than that', NOON + HOUR_MS + 1, false],
  ['earlier than that', NOON - HOUR_MS - 1, false],
  ['at an unknown time', null, true],
])('decides whether runs made %s have comparable latencies', (_, createCells, alike) => {
  expect(areTimesComparable([timedCell(createCells)], [timedCell(NOON)])).toBe(alike)
  expect(areTimesComparable([timedCell(NOON)], [timedCell(createCells)])).toBe(alike)
})

test('ignores the distance between repeats with different numbers', () => {
  expect(
    areTimesComparable([timedCell(NOON + 9 * HOUR_MS, { repeat: 1 })], [timedCell(NOON)]),
  ).toBe(true)
})

test('a reused latency is not compared with a new one', () => {
  const reused = timedCell(NOON, { isReused: true })

  expect(areTimesComparable([reused], [timedCell(NOON)])).toBe(false)
  expect(areTimesComparable([reused], [reused])).toBe(true)
})

test('rejects times as incomparable if one pair was measured later', () => {
  const later = timedCell(NOON + 2 * HOUR_MS)

  expect(areTimesComparable([timedCell(NOON), later], [timedCell(NOON)])).toBe(false)
  expect(areTimesComparable([timedCell(NOON)], [timedCell(NOON), later])).toBe(false)
})

const MINUTE_MS = 60_000

const createCells = (...minutes: number[]) =>
  minutes.map((one) => timedCell(NOON + one * MINUTE_MS))

test.each([
  ['take turns', createCells(0, 3, 4), createCells(1, 2, 5), false],
  ['take turns, and one has a few more', createCells(0, 3, 4, 9), createCells(1, 2, 5), false],
  ['run one after the other', createCells(0, 1, 2), createCells(3, 4, 5), true],
  ['were one until most of the other ran again', createCells(0, 7, 8), createCells(1, 2, 3), true],
  ['have one case', createCells(0), createCells(9), false],
])('reports whether sides that %s ran apart', (_, cells, baseline, apart) => {
  expect(ranApart(cells, baseline)).toBe(apart)
  expect(ranApart(baseline, cells)).toBe(apart)
})
