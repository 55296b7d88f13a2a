import {
  type AlertMeasure,
  type AlertRule,
  type AlertWindow,
  alertWindows,
  formatDollars,
} from '@lathe/contract'
import { formatFeedback, joinFilters } from '@lathe/traces'
import type { AlertRow } from './alerts.store.ts'

type Facts = {
  alert: Pick<AlertRow, 'id' | 'name'>
  rule: AlertRule
  /** The public address of this server. */
  url: string
  measured: { count: number }
  value: number | null
  at: number
  firing: { id: string; started_at: number; first_at: number }
}

/** Builds a JSON body. Slack's incoming webhooks accept it too: they read `text`. */
export const firingMessage = (facts: Facts & { value: number }) => (id: string) => {
  const { rule, alert, value, measured } = facts
  const { measure, comparison, threshold } = rule
  const sentence = `${measureName(rule)} ${formatValue(measure, value)} is ${comparison} ${formatValue(measure, threshold)} ${over(rule.window)}${of(measure, measured.count)}.`
  return {
    text: said(`Firing: ${alert.name}`, sentence, facts),
    ...body('alert.firing', id, facts),
  }
}

export const resolvedMessage = (facts: Facts) => (id: string) => {
  const { rule, alert, value, at, firing } = facts
  const { measure, comparison, threshold } = rule
  const lasted = `It fired for ${formatMicros(at - firing.started_at)}.`
  const now =
    value === null
      ? `No data ${over(rule.window)}.`
      : `${measureName(rule)} ${formatValue(measure, value)} is no longer ${comparison} ${formatValue(measure, threshold)}.`
  const text = said(`Resolved: ${alert.name}`, `${now} ${lasted}`, facts)
  return { text, ...body('alert.resolved', id, facts) }
}

export const testMessage = (id: string, name: string, url: string, at: number) => ({
  text: `Test: ${name}\nMessages of this alert will arrive here.\n${url}/alerts`,
  type: 'alert.test',
  id,
  timestamp: iso(at),
  data: { alert: { name } },
})

const over = (window: AlertWindow) => `over the last ${formatMicros(alertWindows[window].length)}`

const of = (measure: AlertMeasure, count: number) => {
  if (measure === 'count') return ''
  const what = measure === 'feedback' ? 'score' : 'trace'
  return `, of ${formatValue('count', count)} ${what}${count === 1 ? '' : 's'}`
}

const said = (title: string, sentence: string, facts: Facts) =>
  [title, sentence, linkOf(facts)].join('\n')

const body = (type: string, id: string, facts: Facts) => {
  const { alert, rule, value, measured, at, firing } = facts
  const length = alertWindows[rule.window].length
  return {
    type,
    id,
    timestamp: iso(at),
    data: {
      alert: { id: alert.id, name: alert.name, ...rule },
      firing: {
        id: firing.id,
        startedAt: iso(firing.started_at),
        endedAt: type === 'alert.resolved' ? iso(at) : null,
      },
      value,
      threshold: rule.threshold,
      count: measured.count,
      measured: { from: iso(at - length), to: iso(at) },
      url: linkOf(facts),
    },
  }
}

/** Links to the trace list with the traces of the window. */
function linkOf({ url, rule, firing }: Facts): string {
  const address = new URL('/traces', url)
  const filter = listFilter(rule)
  if (filter !== '') address.searchParams.set('filter', filter)
  address.searchParams.set('from', String(firing.first_at))
  address.searchParams.set('to', String(firing.started_at))
  return address.href
}

/** For feedback alerts, only traces with that feedback. */
const listFilter = ({ filter, measure, feedbackKey }: AlertRule): string =>
  measure === 'feedback' && feedbackKey !== null
    ? joinFilters(filter.trim(), formatFeedback(feedbackKey))
    : filter.trim()

const iso = (micros: number) => new Date(micros / 1_000).toISOString()

const NAMES: Record<Exclude<AlertMeasure, 'feedback'>, string> = {
  count: 'Number of traces',
  'error-rate': 'Error rate',
  p50: 'p50 latency',
  p95: 'p95 latency',
  p99: 'p99 latency',
  cost: 'Cost',
  tokens: 'Tokens',
}

const measureName = ({ measure, feedbackKey }: AlertRule): string =>
  measure === 'feedback' ? `Average feedback ${feedbackKey ?? ''}` : NAMES[measure]

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration in the largest fitting unit. */
function formatMicros(micros: number): string {
  const seconds = micros / 1e6
  const [name, size] = UNITS.find(([, one]) => seconds >= one) ?? ['second', 1]
  const many = number(seconds / size, 1)
  return many === '1' ? name : `${many} ${name}s`
}

function formatValue(measure: AlertMeasure, value: number): string {
  if (measure === 'error-rate') return `${number(value * 100, 1)} %`
  if (measure === 'cost') return formatDollars(value)
  if (measure === 'feedback') return number(value, 2)
  if (measure === 'count' || measure === 'tokens') return number(value, 0)
  return value < 1_000 ? `${number(value, 0)} ms` : `${number(value / 1_000, 1)} s`
}

const number = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })
