import type { Db } from '../../platform/db/db.ts'
import { now } from '../../platform/time.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { Webhooks } from '../../platform/egress/webhooks.ts'
import { type DeliveryRow, updateDelivery } from './deliveries.store.ts'
import { secretContext, signedHeaders } from './webhook-secret.ts'
import { redactJsonText } from '../../platform/crypto/secret-rules.ts'

export type DeliveryContext = { db: Db; vault: Vault; webhooks: Pick<Webhooks, 'post'> }

/** No other process sends the delivery during this time. */
export const SEND_LEASE = 2 * 60_000_000

const INITIAL_BACKOFF = 5_000_000
const MAX_BACKOFF = 10 * 60_000_000
/** Deliveries are abandoned after this time. */
const MAX_DELIVERY_AGE = 24 * 3_600_000_000

/** Sends a delivery. Its id stays the same on retries, so that receivers can ignore repeats. */
export async function deliver(
  { db, vault, webhooks }: DeliveryContext,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<void> {
  const { id, attempts, queued_at: queuedAt } = delivery
  const body = redactJsonText(delivery.body)
  const alert = await db
    .selectFrom('alerts')
    .select(['workspace_id', 'id', 'webhook_url', 'secret', 'is_muted', 'deleted_at'])
    .where('id', '=', delivery.alert_id)
    .executeTakeFirst()
  if (alert && (alert.is_muted === 1 || alert.deleted_at !== null))
    // Held until the alert is unmuted or restored.
    return updateDelivery(db, delivery, { due_at: now() })
  const url = alert?.webhook_url
  if (!alert || !url)
    return updateDelivery(db, delivery, {
      status: 'failed',
      error: 'The alert has no webhook anymore',
    })

  const secret = alert.secret && vault.open(alert.secret, secretContext(alert))
  const headers = signedHeaders({ id, body, atSeconds: Math.floor(now() / 1e6) }, secret)
  const result = await webhooks.post(url, { headers, body }, signal)
  if (result.ok) {
    await updateDelivery(db, delivery, {
      status: 'sent',
      attempts: attempts + 1,
      error: null,
      sent_at: now(),
    })
  } else if (signal.aborted) {
    await updateDelivery(db, delivery, { due_at: now() })
  } else {
    const { code, message, hint } = result.error
    const isAbandoned = code === 'EGRESS_DENIED' || now() - queuedAt > MAX_DELIVERY_AGE
    await updateDelivery(db, delivery, {
      status: isAbandoned ? 'failed' : 'waiting',
      attempts: attempts + 1,
      error: hint === undefined ? message : `${message}. ${hint}`,
      due_at: now() + Math.min(MAX_BACKOFF, INITIAL_BACKOFF * 2 ** Math.min(attempts, 10)),
    })
  }
}
