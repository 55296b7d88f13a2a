import {
  type AlertMeasure,
  type AlertRule,
  type AlertWindow,
  alertWindows,
  formatDollars,
} from '@lathe/contract'
import { formatFeedback, joinFilters } from '@lathe/traces'
import type { AlertRow } from './alerts.store.ts'

type MessageContext = {
  alert: Pick<AlertRow, 'id' | 'name'>
  rule: AlertRule
  /** The public address of this server. */
  url: string
  stats: { count: number }
  value: number | null
  evaluatedAt: number
  incident: { id: string; started_at: number; first_at: number }
}

/** Builds a JSON body. Slack's incoming webhooks accept it too: they read `text`. */
export const firingMessage = (context: MessageContext & { value: number }) => (id: string) => {
  const { rule, alert, value, stats } = context
  const { measure, comparison, threshold } = rule
  const sentence = `${measureName(rule)} ${formatValue(measure, value)} is ${comparison} ${formatValue(measure, threshold)} ${formatWindow(rule.window)}${formatSampleSize(measure, stats.count)}.`
  return {
    text: buildText(`Firing: ${alert.name}`, sentence, context),
    ...buildBody('alert.firing', id, context),
  }
}

export const resolvedMessage = (context: MessageContext) => (id: string) => {
  const { rule, alert, value, evaluatedAt, incident } = context
  const { measure, comparison, threshold } = rule
  const duration = `It fired for ${formatMicros(evaluatedAt - incident.started_at)}.`
  const outcome =
    value === null
      ? `No data ${formatWindow(rule.window)}.`
      : `${measureName(rule)} ${formatValue(measure, value)} is no longer ${comparison} ${formatValue(measure, threshold)}.`
  const text = buildText(`Resolved: ${alert.name}`, `${outcome} ${duration}`, context)
  return { text, ...buildBody('alert.resolved', id, context) }
}

export const testMessage = (id: string, name: string, url: string, time: number) => ({
  text: `Test: ${name}\nMessages of this alert will arrive here.\n${url}/alerts`,
  type: 'alert.test',
  id,
  timestamp: iso(time),
  data: { alert: { name } },
})

const formatWindow = (window: AlertWindow) =>
  `over the last ${formatMicros(alertWindows[window].length)}`

const formatSampleSize = (measure: AlertMeasure, count: number) => {
  if (measure === 'count') return ''
  const noun = measure === 'feedback' ? 'score' : 'trace'
  return `, of ${formatValue('count', count)} ${noun}${count === 1 ? '' : 's'}`
}

const buildText = (title: string, sentence: string, context: MessageContext) =>
  [title, sentence, traceListUrl(context)].join('\n')

const buildBody = (type: string, id: string, context: MessageContext) => {
  const { alert, rule, value, stats, evaluatedAt, incident } = context
  const length = alertWindows[rule.window].length
  return {
    type,
    id,
    timestamp: iso(evaluatedAt),
    data: {
      alert: { id: alert.id, name: alert.name, ...rule },
      firing: {
        id: incident.id,
        startedAt: iso(incident.started_at),
        endedAt: type === 'alert.resolved' ? iso(evaluatedAt) : null,
      },
      value,
      threshold: rule.threshold,
      count: stats.count,
      measured: { from: iso(evaluatedAt - length), to: iso(evaluatedAt) },
      url: traceListUrl(context),
    },
  }
}

/** Links to the trace list with the traces of the window. */
function traceListUrl({ url, rule, incident }: MessageContext): string {
  const link = new URL('/traces', url)
  const filter = listFilter(rule)
  if (filter !== '') link.searchParams.set('filter', filter)
  link.searchParams.set('from', String(incident.first_at))
  link.searchParams.set('to', String(incident.started_at))
  return link.href
}

/** For feedback alerts, only traces with that feedback. */
const listFilter = ({ filter, measure, feedbackKey }: AlertRule): string =>
  measure === 'feedback' && feedbackKey !== null
    ? joinFilters(filter.trim(), formatFeedback(feedbackKey))
    : filter.trim()

const iso = (micros: number) => new Date(micros / 1_000).toISOString()

const MEASURE_NAMES: Record<Exclude<AlertMeasure, 'feedback'>, string> = {
  count: 'Number of traces',
  'error-rate': 'Error rate',
  p50: 'p50 latency',
  p95: 'p95 latency',
  p99: 'p99 latency',
  cost: 'Cost',
  tokens: 'Tokens',
}

const measureName = ({ measure, feedbackKey }: AlertRule): string =>
  measure === 'feedback' ? `Average feedback ${feedbackKey ?? ''}` : MEASURE_NAMES[measure]

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** Formats a duration in the largest fitting unit. */
function formatMicros(micros: number): string {
  const seconds = micros / 1e6
  const [name, size] = UNITS.find(([, unitSize]) => seconds >= unitSize) ?? ['second', 1]
  const amount = formatNumber(seconds / size, 1)
  return amount === '1' ? name : `${amount} ${name}s`
}

function formatValue(measure: AlertMeasure, value: number): string {
  if (measure === 'error-rate') return `${formatNumber(value * 100, 1)} %`
  if (measure === 'cost') return formatDollars(value)
  if (measure === 'feedback') return formatNumber(value, 2)
  if (measure === 'count' || measure === 'tokens') return formatNumber(value, 0)
  return value < 1_000 ? `${formatNumber(value, 0)} ms` : `${formatNumber(value / 1_000, 1)} s`
}

const formatNumber = (value: number, digits: number) =>
  value.toLocaleString('en', { maximumFractionDigits: digits })
