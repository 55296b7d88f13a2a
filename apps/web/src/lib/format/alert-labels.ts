import type { Alert, AlertMeasure, AlertRule } from '@lathe/contract'
import { formatFeedback } from '@lathe/traces'
import { formatCost, formatCount, formatDuration, formatPercent, plural } from './format.ts'

type MeasureFormat = {
  label: string
  format: (value: number | null) => string
  /** Scale from the typed threshold to the API's value. */
  unit: { prefix?: string; suffix?: string; scale: number }
}

const inMilliseconds = { format: formatDuration, unit: { suffix: ' ms', scale: 1 } }

export const alertMeasures: Record<AlertMeasure, MeasureFormat> = {
  count: { label: 'Number of traces', format: formatCount, unit: { scale: 1 } },
  'error-rate': {
    label: 'Error rate',
    format: formatPercent,
    unit: { suffix: ' %', scale: 0.01 },
  },
  p50: { label: 'p50 latency', ...inMilliseconds },
  p95: { label: 'p95 latency', ...inMilliseconds },
  p99: { label: 'p99 latency', ...inMilliseconds },
  cost: { label: 'Cost', format: formatCost, unit: { prefix: '$', scale: 1e9 } },
  tokens: { label: 'Tokens', format: formatCount, unit: { scale: 1 } },
  feedback: { label: 'Average feedback', format: formatScore, unit: { scale: 1 } },
}

/** Column heading of the CSV file, with the unit of its numbers. */
export function csvColumn(measure: AlertMeasure) {
  const { label, unit } = alertMeasures[measure]
  return {
    title: [label, unit.prefix ?? unit.suffix?.trim()].filter(Boolean).join(' '),
    // Drop the last digits, which are rounding errors of the division.
    toRaw: (value: number | null) =>
      value === null ? null : Number((value / unit.scale).toPrecision(12)),
  }
}

function formatScore(score: number | null): string {
  return score === null ? '—' : score.toLocaleString('en', { maximumFractionDigits: 2 })
}

export const alertWindowLabels: Record<AlertRule['window'], string> = {
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': 'an hour',
  '6h': '6 hours',
  '24h': 'a day',
  '7d': 'a week',
}

/** `p95 latency above 2.0 s over 15 minutes`. */
export function describeRule(rule: AlertRule): string {
  const { measure, feedbackKey, comparison, threshold, window } = rule
  const { label, format } = alertMeasures[measure]
  const name = feedbackKey === null ? label : `${label} ${feedbackKey}`
  return `${name} ${comparison} ${format(threshold)} over ${alertWindowLabels[window]}`
}

export const alertStates: Record<Alert['state'], string> = {
  waiting: 'Not evaluated yet',
  ok: 'OK',
  firing: 'Firing',
  'no-data': 'No data',
}

/** Trace list search that shows the measured traces. */
export const measuredTraces = (
  { filter, measure, feedbackKey }: Pick<AlertRule, 'filter' | 'measure' | 'feedbackKey'>,
  span: { from: number; to: number },
) => ({
  filter:
    [filter, measure === 'feedback' && feedbackKey !== null && formatFeedback(feedbackKey)]
      .filter(Boolean)
      .join(' ') || undefined,
  from: span.from,
  to: span.to,
})

export const describeIncidentCount = (count: number): string =>
  count === 0 ? 'would not have fired' : `would have fired ${plural(count, 'time')}`
