import { type AlertRule, alertWindows } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { v7 } from 'uuid'
import type { Db } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import { type AlertRow, postponeEvaluation, MAX_RECENT_EVALUATIONS } from './alerts.store.ts'
import { decide, emptyStats, isBeyond, measureValue, worse } from './rule-evaluation.ts'
import { type EvaluationEvent, findOpenIncident, storeEvaluation } from './evaluations.store.ts'
import { firingMessage, resolvedMessage } from './webhook-message.ts'
import { readIntervalStats } from './interval-stats.store.ts'

type EvaluationContext = { db: Db; url: () => string }

/** Evaluates an alert over the window before `at` and stores the result. */
export async function evaluateAlert(
  { db, url }: EvaluationContext,
  alert: AlertRow,
  time: number,
): Promise<void> {
  const rule: AlertRule = fromJson(alert.rule)
  const { length, step } = alertWindows[rule.window]
  const to = Math.floor(time / step) * step
  // Each interval counts once, however often the server restarts.
  if (alert.looked_at === to) return await postponeEvaluation(db, alert, to + step)
  const [problem] = parseFilter(rule.filter).problems
  const range = { from: to - length, to, width: length }
  const intervals = problem
    ? undefined
    : await readIntervalStats(db, alert.workspace_id, rule, range)
  const stats = intervals?.get(0) ?? emptyStats()
  const value = problem ? null : measureValue(rule, stats)
  const { event, ...state } = decide(alert, value, isBeyond(rule, value))

  const result = {
    ...state,
    value,
    count: stats.count,
    problem: problem?.message ?? null,
    recent: toJson([...fromJson(alert.recent), { at: to, value }].slice(-MAX_RECENT_EVALUATIONS)),
    looked_at: to,
    due_at: to + step,
  }
  const evaluation = { alert, rule, url: url(), stats, value, evaluatedAt: to }
  await storeEvaluation(
    db,
    alert,
    result,
    await createEvent(db, evaluation, event, alert.state === 'firing'),
  )
}

type Evaluation = {
  alert: AlertRow
  rule: AlertRule
  url: string
  stats: { count: number; first: number }
  value: number | null
  evaluatedAt: number
}

async function createEvent(
  db: Db,
  evaluation: Evaluation,
  event: 'firing' | 'resolved' | null,
  wasFiring: boolean,
): Promise<EvaluationEvent | undefined> {
  const { alert, rule, stats, value, evaluatedAt } = evaluation
  if (event === 'firing' && value !== null) {
    const incident = {
      workspace_id: alert.workspace_id,
      id: v7(),
      alert_id: alert.id,
      rule: alert.rule,
      started_at: evaluatedAt,
      value,
      worst: value,
      count: stats.count,
      first_at: Math.min(stats.first, evaluatedAt),
    }
    const body = firingMessage({ ...evaluation, incident, value })
    return { type: 'firing', incident, delivery: createDelivery(alert, incident.id, event, body) }
  }
  const openIncident = wasFiring ? await findOpenIncident(db, alert.id) : undefined
  if (!openIncident) return undefined
  if (event !== 'resolved')
    return {
      type: 'ongoing',
      id: openIncident.id,
      worst: value === null ? openIncident.worst : worse(rule, openIncident.worst, value),
    }
  const body = resolvedMessage({ ...evaluation, incident: openIncident })
  const delivery = createDelivery(alert, openIncident.id, event, body)
  return { type: 'resolved', id: openIncident.id, endValue: value, delivery }
}

/** Null if the alert has no webhook. The message of a muted alert is held until it is unmuted. */
function createDelivery(
  { workspace_id, id, webhook_url }: AlertRow,
  incidentId: string,
  event: 'firing' | 'resolved',
  message: (deliveryId: string) => object,
) {
  if (webhook_url === null) return null
  const deliveryId = v7()
  const queuedAt = now()
  return {
    workspace_id,
    id: deliveryId,
    alert_id: id,
    firing_id: incidentId,
    event,
    body: JSON.stringify(message(deliveryId)),
    status: 'waiting' as const,
    attempts: 0,
    queued_at: queuedAt,
    due_at: queuedAt,
  }
}
