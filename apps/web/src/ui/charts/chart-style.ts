import { formatCount, formatDuration } from '../../lib/format.ts'

export const grid = { vertical: false, stroke: 'var(--chart-line)' }

export const axis = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--text-subtle)', fontSize: 11 },
}

/** A press reads what is pointed at: a tap points and presses at once. */
export const pointed: { throttledEvents: [] } = { throttledEvents: [] }

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const wholeDay = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `day`: counted from midnight to midnight, in UTC; `day-of-hour`: the one an hour is in, here. */
type Tick = 'hour' | 'day' | 'day-of-hour'

/** Microseconds → `14:00`, `19 Nov`, or both in full; a day that is another one here says that it is UTC's. */
export function formatAt(at: number, tick: Tick, isFull = false): string {
  const date = new Date(at / 1_000)
  if (tick === 'day-of-hour') return day.format(date)
  if (!isFull) return (tick === 'day' ? wholeDay : hour).format(date)
  if (tick === 'hour')
    return `${day.format(date)}${yearOf(date.getFullYear())}, ${hour.format(date)}`
  const zone = date.getTimezoneOffset() === 0 ? '' : ' UTC'
  return `${wholeDay.format(date)}${yearOf(date.getUTCFullYear())}${zone}`
}

/** This one goes without saying. */
const yearOf = (year: number): string => (year === new Date().getFullYear() ? '' : ` ${year}`)

/** Ticks of more than two days say the day, the tooltip says the hour. */
export const tickBucket = (from: number, to: number, bucket: 'hour' | 'day'): Tick =>
  bucket === 'hour' && to - from > 2 * 86_400_000_000 ? 'day-of-hour' : bucket

/** Where ticks that say the day of an hour belong: at the first of each day; undefined where hours say themselves. */
export function dayTicks(hours: readonly number[], tick: Tick): number[] | undefined {
  if (tick !== 'day-of-hour') return undefined
  const dayOf = (at: number | undefined) => new Date((at ?? 0) / 1_000).toDateString()
  return hours.filter((at, index) => index > 0 && dayOf(at) !== dayOf(hours[index - 1]))
}

/** Whose formatters round to whole ones: ticks between two of them would say the same. */
const WHOLE: readonly unknown[] = [formatCount, formatDuration]

/** The axis of values: `0` at its foot, where a formatter would say `<1 ms` or `$0`; `600 k` and `1 m` for round figures. */
export const valueAxis = (format: (value: number) => string) => ({
  ...axis,
  width: 64,
  niceTicks: 'snap125' as const,
  tickCount: 4,
  allowDecimals: !WHOLE.includes(format),
  tickFormatter: (value: number) =>
    value === 0
      ? '0'
      : format(value)
          .replace('.0 ', ' ')
          .replace(/ m 0 s$/, ' m'),
})
