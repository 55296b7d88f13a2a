import { type AlertRule, alertWindows } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { v7 } from 'uuid'
import type { Db } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import { now } from '../../platform/time.ts'
import { type AlertRow, lookLater, MOST_RECENT } from './alerts.store.ts'
import { decide } from './decide.ts'
import { type Event, findOpenFiring, storeLook } from './looks.store.ts'
import { isBeyond, valueOf, worse } from './measure.ts'
import { firingMessage, resolvedMessage } from './message.ts'
import { nothing } from './piece.ts'
import { readPieces } from './pieces.store.ts'

type Place = { db: Db; url: () => string }

/** Evaluates an alert over the window before `at` and stores the result. */
export async function look({ db, url }: Place, alert: AlertRow, at: number): Promise<void> {
  const rule: AlertRule = fromJson(alert.rule)
  const { length, step } = alertWindows[rule.window]
  const to = Math.floor(at / step) * step
  // Each interval counts once, however often the server restarts.
  if (alert.looked_at === to) return await lookLater(db, alert, to + step)
  const [problem] = parseFilter(rule.filter).problems
  const span = { from: to - length, to, width: length }
  const pieces = problem ? undefined : await readPieces(db, alert.workspace_id, rule, span)
  const measured = pieces?.get(0) ?? nothing()
  const value = problem ? null : valueOf(rule, measured)
  const { event, ...standing } = decide(alert, value, isBeyond(rule, value))

  const looked = {
    ...standing,
    value,
    count: measured.count,
    problem: problem?.message ?? null,
    recent: toJson([...fromJson(alert.recent), { at: to, value }].slice(-MOST_RECENT)),
    looked_at: to,
    due_at: to + step,
  }
  const told = { alert, rule, url: url(), measured, value, at: to }
  await storeLook(db, alert, looked, await eventOf(db, told, event, alert.state === 'firing'))
}

type Told = {
  alert: AlertRow
  rule: AlertRule
  url: string
  measured: { count: number; first: number }
  value: number | null
  at: number
}

async function eventOf(
  db: Db,
  told: Told,
  event: 'firing' | 'resolved' | null,
  wasFiring: boolean,
): Promise<Event | undefined> {
  const { alert, rule, measured, value, at } = told
  if (event === 'firing' && value !== null) {
    const firing = {
      workspace_id: alert.workspace_id,
      id: v7(),
      alert_id: alert.id,
      rule: alert.rule,
      started_at: at,
      value,
      worst: value,
      count: measured.count,
      first_at: Math.min(measured.first, at),
    }
    const body = firingMessage({ ...told, firing, value })
    return { type: 'firing', firing, delivery: deliveryOf(alert, firing.id, event, body) }
  }
  const open = wasFiring ? await findOpenFiring(db, alert.id) : undefined
  if (!open) return undefined
  if (event !== 'resolved')
    return {
      type: 'going-on',
      id: open.id,
      worst: value === null ? open.worst : worse(rule, open.worst, value),
    }
  const body = resolvedMessage({ ...told, firing: open })
  const delivery = deliveryOf(alert, open.id, event, body)
  return { type: 'resolved', id: open.id, endValue: value, delivery }
}

/** Null if the alert has no webhook. The message of a muted alert is held until it is unmuted. */
function deliveryOf(
  { workspace_id, id, webhook_url }: AlertRow,
  firingId: string,
  event: 'firing' | 'resolved',
  message: (deliveryId: string) => object,
) {
  if (webhook_url === null) return null
  const deliveryId = v7()
  const queued = now()
  return {
    workspace_id,
    id: deliveryId,
    alert_id: id,
    firing_id: firingId,
    event,
    body: JSON.stringify(message(deliveryId)),
    status: 'waiting' as const,
    attempts: 0,
    queued_at: queued,
    due_at: queued,
  }
}
