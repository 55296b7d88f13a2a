import * as z from 'zod/mini'

export const TraceRange = z.enum(['1h', '24h', '7d', '30d', 'all'])
export type TraceRange = z.infer<typeof TraceRange>

const HOUR_MS = 3_600_000

const RANGE_DURATIONS: Record<Exclude<TraceRange, 'all'>, number> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
}

export const rangeLabels: Record<TraceRange, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  all: 'All time',
}

/** The start of the range, in microseconds. */
export function rangeStart(range: TraceRange): number | undefined {
  if (range === 'all') return undefined
  return (Date.now() - RANGE_DURATIONS[range]) * 1_000
}

/** A range shorter than this needs milliseconds to distinguish its ends. */
const SHOW_MS_BELOW = 2_000_000

/** A short timestamp for the time range of the list. */
export function formatWhen(micros: number, isExact = false): string {
  const [date, now] = [new Date(micros / 1_000), new Date()]
  const seconds = date.toLocaleTimeString('en-GB')
  const time = isExact ? `${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}` : seconds
  if (date.toDateString() === now.toDateString()) return time
  const year = date.getFullYear() === now.getFullYear() ? undefined : 'numeric'
  return `${date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year })} ${time}`
}

/** Both ends of a time range, with milliseconds if it is short. */
export const formatEnds = (from: number, to: number): [string, string] => {
  const isExact = to - from < SHOW_MS_BELOW
  return [formatWhen(from, isExact), formatWhen(to, isExact)]
}
