import type { Alert, AlertDelivery, AlertRule, AlertState } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** A rule, and how it stood when it was looked at last. */
export type AlertsTable = {
  workspace_id: string
  id: string
  name: string
  rule: JsonText<AlertRule>
  webhook_url: string | null
  /** Signs what is sent; encrypted. */
  secret: Uint8Array | null
  is_muted: number
  created_at: number
  updated_at: number
  deleted_at: number | null
  state: AlertState
  /** Looks in a row that found the threshold kept while it fires. */
  calm: number
  value: number | null
  count: number | null
  looked_at: number | null
  problem: string | null
  recent: JsonText<Alert['recent']>
  /** When it is to be looked at, or until when somebody does. */
  due_at: number
}

/** From the look that found the threshold crossed to the one that found it kept again. */
export type AlertFiringsTable = {
  workspace_id: string
  id: string
  alert_id: string
  /** As it was then. */
  rule: JsonText<AlertRule>
  started_at: number
  ended_at: number | null
  value: number
  worst: number
  end_value: number | null
  count: number
  /** Start of the earliest trace that was counted. */
  first_at: number
}

/** What webhooks have to be told: written with the firing, kept with it. */
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
  /** Not before: a wait after a failure, or a lease while somebody sends it. */
  due_at: number
  sent_at: number | null
}
