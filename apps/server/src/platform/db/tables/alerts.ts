import type { Alert, AlertDelivery, AlertRule, AlertState } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** A rule with the state of its last evaluation. */
export type AlertsTable = {
  workspace_id: string
  id: string
  name: string
  rule: JsonText<AlertRule>
  webhook_url: string | null
  /** Signing secret of the webhook, encrypted. */
  secret: Uint8Array | null
  is_muted: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  state: AlertState
  /** Consecutive evaluations below the threshold during an incident. */
  calm: number
  value: number | null
  count: number | null
  looked_at: number | null
  problem: string | null
  recent: JsonText<Alert['recent']>
  /** Time of the next evaluation, or the end of the current evaluation's lease. */
  due_at: number
}

/** An incident lasts from the evaluation that crossed the threshold to the one that resolved it. */
export type AlertFiringsTable = {
  workspace_id: string
  id: string
  alert_id: string
  /** The rule at the start of the incident. */
  rule: JsonText<AlertRule>
  started_at: number
  ended_at: number | null
  value: number
  worst: number
  end_value: number | null
  count: number
  /** Start of the earliest counted trace. */
  first_at: number
}

/** Webhook notifications, created and deleted with their incident. */
export type AlertDeliveriesTable = {
  workspace_id: string
  id: string
  alert_id: string
  firing_id: string
  event: AlertDelivery['event']
  body: string
  status: AlertDelivery['status']
  attempts: number
  error: string | null
  queued_at: number
  /** Earliest time to send: a backoff after a failure, or a lease while a process sends it. */
  due_at: number
  sent_at: number | null
}
