import type { Alert } from '@lathe/contract'
import { CliError } from '../cli-error.ts'
import { type Context, connect } from '../context.ts'
import { dollars, json, seconds, table } from '../text.ts'

export type AlertsOptions = { failOn?: string; json?: true }

export async function alerts(context: Context, options: AlertsOptions): Promise<void> {
  const { failOn } = options
  if (failOn !== undefined && failOn !== 'firing') {
    throw new CliError('--fail-on accepts only `firing`', { exitCode: 2 })
  }
  const { client, url } = connect(context)
  const list = await client.alerts.list({})
  if (options.json) context.out(json(list))
  else if (list.length === 0) context.out(`No alerts yet: ${url}/alerts/new\n`)
  else context.out(table(list.map(rowOf)))
  const firing = list.filter(({ state, isMuted }) => state === 'firing' && !isMuted)
  if (failOn === undefined || firing.length === 0) return
  throw new CliError(`Firing: ${firing.map(({ name }) => name).join(', ')}`)
}

const rowOf = (alert: Alert): string[] => [
  alert.problem === null ? alert.state : 'problem',
  alert.name,
  `${valueOf(alert, alert.value)}, ${ruleOf(alert)}`,
  alert.problem ?? (alert.isMuted ? 'muted' : ''),
]

const ruleOf = (alert: Alert): string =>
  [
    alert.feedbackKey ?? alert.measure,
    alert.comparison,
    valueOf(alert, alert.threshold),
    `over ${alert.window}`,
    alert.filter && `of ${alert.filter}`,
  ]
    .filter(Boolean)
    .join(' ')

function valueOf({ measure }: Alert, value: number | null): string {
  if (value === null) return 'no data'
  if (measure === 'error-rate') return `${Number((value * 100).toFixed(1))} %`
  if (measure === 'cost') return dollars(value)
  return measure.startsWith('p') ? seconds(value * 1e3) : String(Number(value.toFixed(2)))
}
