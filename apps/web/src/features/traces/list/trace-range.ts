import * as z from 'zod/mini'

export const TraceRange = z.enum(['1h', '24h', '7d', '30d', 'all'])
export type TraceRange = z.infer<typeof TraceRange>

const HOUR_MS = 3_600_000

const LENGTHS: Record<Exclude<TraceRange, 'all'>, number> = {
  '1h': HOUR_MS,
  '24h': 24 * HOUR_MS,
  '7d': 7 * 24 * HOUR_MS,
  '30d': 30 * 24 * HOUR_MS,
}

export const rangeLabels: Record<TraceRange, string> = {
  '1h': 'Last hour',
  '24h': 'Last 24 h',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  all: 'All time',
}

/** Where the range begins as of now, in microseconds. */
export function rangeStart(range: TraceRange): number | undefined {
  if (range === 'all') return undefined
  return (Date.now() - LENGTHS[range]) * 1_000
}
