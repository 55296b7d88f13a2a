import { type AlertMeasure, type AlertRule, formatDollars } from '@lathe/contract'

const NAMES: Record<Exclude<AlertMeasure, 'feedback'>, string> = {
  count: 'Number of traces',
  'error-rate': 'Error rate',
  p50: 'p50 latency',
  p95: 'p95 latency',
  p99: 'p99 latency',
  cost: 'Cost',
  tokens: 'Tokens',
}

export const measureName = ({ measure, feedbackKey }: AlertRule): string =>
  measure === 'feedback' ? `Average of feedback ${feedbackKey ?? ''}` : NAMES[measure]

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** In the largest unit it has whole ones of, or nearly. */
export function formatMicros(micros: number): string {
  const seconds = micros / 1e6
  const [name, size] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1]
  const many = number(seconds / size, 1)
  return many === '1' ? name : `${many} ${name}s`
}

export function formatValue(measure: AlertMeasure, value: number): string {
  if (measure === 'error-rate') return `${number(value * 100, 1)} %`
  if (measure === 'cost') return formatDollars(value)
  if (measure === 'feedback') return number(value, 2)
  if (measure === 'count' || measure === 'tokens') return number(value, 0)
  return value < 1_000 ? `${number(value, 0)} ms` : `${number(value / 1_000, 1)} s`
}

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })
