import * as z from 'zod/mini'

export const Range = z.enum(['24h', '7d', '30d'])
export type Range = z.infer<typeof Range>

const HOUR_MICROS = 3_600_000_000
const DAY_MICROS = 24 * HOUR_MICROS
/** Longer ranges use daily buckets. */
const MAX_HOURLY_HOURS = 14 * 24

export const rangeLabels: Record<Range, string> = {
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

const days: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30 }

export type Bucket = 'hour' | 'day'
export type Span = { from: number; to: number; bucket: Bucket }

export const bucketWidth = (bucket: Bucket): number => (bucket === 'day' ? DAY_MICROS : HOUR_MICROS)

/** A range of whole buckets, in microseconds. The last one contains `nowMs`. */
export function rangeToSpan(range: Range, nowMs: number): Span {
  const bucket = range === '30d' ? 'day' : 'hour'
  const size = bucketWidth(bucket)
  const to = (Math.floor((nowMs * 1_000) / size) + 1) * size
  return { from: to - days[range] * DAY_MICROS, to, bucket }
}

/** Expands a selection to whole hours. */
export function zoomedSpan(from: number, to: number): Span {
  const first = Math.floor(from / HOUR_MICROS) * HOUR_MICROS
  const last = Math.max(first + HOUR_MICROS, Math.ceil(to / HOUR_MICROS) * HOUR_MICROS)
  return {
    from: first,
    to: last,
    bucket: last - first > MAX_HOURLY_HOURS * HOUR_MICROS ? 'day' : 'hour',
  }
}
