import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dayTicks, formatChartTime, tickBucket } from './chart-style.ts'

const DAY = 86_400_000_000
const midnight = Date.UTC(2026, 10, 21) * 1_000

beforeEach(() => {
  vi.useFakeTimers({ now: midnight / 1_000, toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Imports the module under the given time zone. */
async function inZone(zone: string) {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return await import('./chart-style.ts')
}

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  'labels UTC days with a UTC suffix in %s',
  async (zone) => {
    const here = await inZone(zone)
    expect(here.formatChartTime(midnight, 'day')).toBe('21 Nov')
    expect(here.formatChartTime(midnight, 'day', true)).toBe('21 Nov UTC')
  },
)

test('shows the year of dates outside the current year', async () => {
  const here = await inZone('America/Los_Angeles')
  const newYear = Date.UTC(2026, 0, 1) * 1_000
  expect(here.formatChartTime(midnight - 365 * DAY, 'day', true)).toBe('21 Nov 2025 UTC')
  expect(here.formatChartTime(newYear, 'hour', true)).toBe('31 Dec 2025, 16:00')
  expect(here.formatChartTime(newYear, 'day', true)).toBe('1 Jan UTC')
})

test('shows hours on their local day', async () => {
  const here = await inZone('America/Los_Angeles')
  expect(here.formatChartTime(midnight, 'day-of-hour')).toBe('20 Nov')
  expect(here.formatChartTime(midnight, 'hour', true)).toBe('20 Nov, 16:00')
})

test('places one tick at the start of each day for hourly buckets', () => {
  const HOUR = DAY / 24
  const hours = Array.from({ length: 72 }, (_, index) => midnight + (index + 5) * HOUR)
  const ticks = dayTicks(hours, 'day-of-hour') ?? []
  expect(ticks).toHaveLength(3)
  expect(new Set(ticks.map((at) => formatChartTime(at, 'day-of-hour'))).size).toBe(3)
  expect(dayTicks(hours, 'hour')).toBeUndefined()
})

test('labels ticks with the day for hourly buckets over several days', () => {
  expect(tickBucket(0, 7 * DAY, 'hour')).toBe('day-of-hour')
  expect(tickBucket(0, DAY, 'hour')).toBe('hour')
  expect(tickBucket(0, 30 * DAY, 'day')).toBe('day')
  expect(formatChartTime(midnight, 'day')).toBe('21 Nov')
})
