import type { Selectable } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { AlertDeliveriesTable } from '../../platform/db/tables/alerts.ts'
import { now } from '../../platform/time.ts'

export type DeliveryRow = Selectable<AlertDeliveriesTable>

/**
 * The oldest waiting delivery of each alert, so that `resolved` follows `firing`. Deliveries of muted and deleted
 * alerts are held.
 */
const selectOldestWaiting = (db: Queries) =>
  db
    .selectFrom('alert_deliveries as head')
    .where('head.status', '=', 'waiting')
    .where('head.alert_id', 'in', (eb) =>
      eb
        .selectFrom('alerts')
        .select('alerts.id')
        .where('alerts.is_muted', '=', 0)
        .where('alerts.deleted_at', 'is', null),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alert_deliveries as older')
            .select('older.id')
            .whereRef('older.alert_id', '=', 'head.alert_id')
            .whereRef('older.id', '<', 'head.id')
            .where('older.status', '=', 'waiting'),
        ),
      ),
    )

export async function claimDelivery(
  db: Queries,
  { time, leaseUntil }: { time: number; leaseUntil: number },
): Promise<DeliveryRow | undefined> {
  return await db
    .updateTable('alert_deliveries')
    .set({ due_at: leaseUntil })
    .where('status', '=', 'waiting')
    // Repeated outside the subquery: Postgres checks this condition again after waiting for a row lock.
    .where('due_at', '<=', time)
    .where(
      'id',
      '=',
      selectOldestWaiting(db)
        .select('head.id')
        .where('head.due_at', '<=', time)
        .orderBy('head.due_at')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
}

export async function updateDelivery(
  db: Queries,
  { firing_id, event }: DeliveryRow,
  change: Partial<Pick<DeliveryRow, 'status' | 'attempts' | 'error' | 'due_at' | 'sent_at'>>,
): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set(change)
    .where('firing_id', '=', firing_id)
    .where('event', '=', event)
    .execute()
}

type DeliveryKey = Pick<DeliveryRow, 'workspace_id' | 'alert_id' | 'firing_id' | 'event'>

export const findDelivery = (db: Queries, key: DeliveryKey): Promise<DeliveryRow | undefined> =>
  db
    .selectFrom('alert_deliveries')
    .selectAll()
    .where((eb) => eb.and(key))
    .executeTakeFirst()

/**
 * Claims a failed delivery. Undefined if it has not failed or another process was faster. Retried
 * if its process dies.
 */
export const claimFailedDelivery = (
  db: Queries,
  key: DeliveryKey,
  leaseUntil: number,
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('alert_deliveries')
    .set({ status: 'waiting', due_at: leaseUntil })
    .where((eb) => eb.and(key))
    .where('status', '=', 'failed')
    .returningAll()
    .executeTakeFirst()

/**
 * Prepares the held deliveries of an alert that is about to be unmuted: those of a firing that is over and was never
 * sent are deleted, and the time to retry the others starts again.
 */
export async function dropOutdatedDeliveries(db: Queries, alertId: string): Promise<void> {
  const time = now()
  const endedIncidents = db
    .selectFrom('alert_firings')
    .select('id')
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is not', null)
  const unsentIncidents = db
    .selectFrom('alert_deliveries')
    .select('firing_id')
    .where('alert_id', '=', alertId)
    .where('event', '=', 'firing')
    .where('status', '=', 'waiting')
    .where('attempts', '=', 0)
    // A later time is the lease of an attempt that began before the alert was muted.
    .where('due_at', '<=', time)
    .where('firing_id', 'in', endedIncidents)
  const waiting = { alert_id: alertId, status: 'waiting' } as const
  await atomic(db, [
    db
      .deleteFrom('alert_deliveries')
      .where((eb) => eb.and(waiting))
      .where('firing_id', 'in', unsentIncidents),
    db
      .updateTable('alert_deliveries')
      .set({ queued_at: time })
      .where((eb) => eb.and(waiting)),
  ])
}

/** Returns when the next delivery is due, or null without one. */
export async function nextDelivery(db: Queries): Promise<number | null> {
  const row = await selectOldestWaiting(db)
    .select((eb) => eb.fn.min('head.due_at').as('due_at'))
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Ends all leases. Only if no other process can exist. */
export async function endDeliveryLeases(db: Db, time: number): Promise<void> {
  await db
    .updateTable('alert_deliveries')
    .set({ due_at: time })
    .where('status', '=', 'waiting')
    .where('due_at', '>', time)
    .execute()
}
