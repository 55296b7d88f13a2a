import * as z from 'zod/mini'

export const Range = z.enum(['24h', '7d', '30d'])
export type Range = z.infer<typeof Range>

const HOUR_MICROS = 3_600_000_000
const DAY_MICROS = 24 * HOUR_MICROS

export const rangeLabels: Record<Range, string> = {
  '24h': 'Last 24 h',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

const days: Record<Range, number> = { '24h': 1, '7d': 7, '30d': 30 }

export type Span = { from: number; to: number; bucket: 'hour' | 'day' }

/** Whole buckets, in microseconds, the newest one holding `nowMs`. */
export function spanOf(range: Range, nowMs: number): Span {
  const bucket = range === '30d' ? 'day' : 'hour'
  const size = bucket === 'day' ? DAY_MICROS : HOUR_MICROS
  const to = (Math.floor((nowMs * 1_000) / size) + 1) * size
  return { from: to - days[range] * DAY_MICROS, to, bucket }
}
