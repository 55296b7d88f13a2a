import { formatCount, formatDuration } from '../../lib/format/format.ts'

export const grid = { vertical: false, stroke: 'var(--chart-line)' }

export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--text-subtle)', fontSize: 11 },
}

/** Without throttling, so that a tap hovers and clicks the same point. */
export const unthrottled: { throttledEvents: [] } = { throttledEvents: [] }

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const utcDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `day` is a UTC day; `day-of-hour` is the local day of an hour. */
type Tick = 'hour' | 'day' | 'day-of-hour'

/**
 * Formats microseconds as `14:00`, `19 Nov`, or both in full. Marks a UTC day that differs from the
 * local one.
 */
export function formatChartTime(timestamp: number, tick: Tick, isFull = false): string {
  const date = new Date(timestamp / 1_000)
  if (tick === 'day-of-hour') return day.format(date)
  if (!isFull) return (tick === 'day' ? utcDay : hour).format(date)
  if (tick === 'hour')
    return `${day.format(date)}${formatYear(date.getFullYear())}, ${hour.format(date)}`
  const zone = date.getTimezoneOffset() === 0 ? '' : ' UTC'
  return `${utcDay.format(date)}${formatYear(date.getUTCFullYear())}${zone}`
}

/** The current year is omitted. */
const formatYear = (year: number): string => (year === new Date().getFullYear() ? '' : ` ${year}`)

/** Over more than two days, ticks show the day and the tooltip shows the hour. */
export const tickBucket = (from: number, to: number, bucket: 'hour' | 'day'): Tick =>
  bucket === 'hour' && to - from > 2 * 86_400_000_000 ? 'day-of-hour' : bucket

/** Returns the first hour of each day as ticks; undefined if ticks show hours. */
export function dayTicks(hours: readonly number[], tick: Tick): number[] | undefined {
  if (tick !== 'day-of-hour') return undefined
  const localDay = (timestamp: number | undefined) =>
    new Date((timestamp ?? 0) / 1_000).toDateString()
  return hours.filter(
    (timestamp, index) => index > 0 && localDay(timestamp) !== localDay(hours[index - 1]),
  )
}

/** These formatters round to whole numbers, so fractional ticks would repeat a label. */
const INTEGER_FORMATTERS: readonly unknown[] = [formatCount, formatDuration]

/**
 * Value axis that starts at `0` (formatters would print `<1 ms` or `$0`) and prints round values
 * without decimals: `600 k`, `1 m`.
 */
export const valueAxis = (format: (value: number) => string) => ({
  ...axis,
  width: 64,
  niceTicks: 'snap125' as const,
  tickCount: 4,
  allowDecimals: !INTEGER_FORMATTERS.includes(format),
  tickFormatter: (value: number) =>
    value === 0
      ? '0'
      : format(value)
          .replace('.0 ', ' ')
          .replace(/ m 0 s$/, ' m'),
})
