import type { Insertable, Selectable } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type {
  AlertDeliveriesTable,
  AlertFiringsTable,
  AlertsTable,
} from '../../platform/db/tables/alerts.ts'
import type { AlertRow } from './alerts.store.ts'

export type FiringRow = Selectable<AlertFiringsTable>

type Look = Pick<AlertsTable, 'state' | 'calm' | 'value' | 'count' | 'problem' | 'recent'> & {
  looked_at: number
  due_at: number
}

/** Events of an evaluation, stored in the same transaction. */
export type Event =
  | { type: 'firing'; firing: Insertable<AlertFiringsTable>; delivery: Delivery | null }
  | { type: 'going-on'; id: string; worst: number }
  | { type: 'resolved'; id: string; endValue: number | null; delivery: Delivery | null }

type Delivery = Insertable<AlertDeliveriesTable>

export const findOpenFiring = (db: Queries, alertId: string): Promise<FiringRow | undefined> =>
  db
    .selectFrom('alert_firings')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Stores an evaluation. Does nothing if the alert was changed or deleted in the meantime. */
export async function storeLook(
  db: Queries,
  alert: AlertRow,
  look: Look,
  event: Event | undefined,
): Promise<void> {
  // First, because it locks the alert until the rest is stored.
  const update = db
    .updateTable('alerts')
    .set(look)
    .where('id', '=', alert.id)
    .where('updated_at', '=', alert.updated_at)
    .where('deleted_at', 'is', null)
  await atomic(db, [update, ...(event ? writesOf(db, alert, look.looked_at, event) : [])])
}

function writesOf(db: Queries, { id, updated_at }: AlertRow, at: number, event: Event) {
  const looked = db
    .selectFrom('alerts')
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where('looked_at', '=', at)
  const isLooked = looked.select('id')
  if (event.type === 'going-on')
    return [
      db
        .updateTable('alert_firings')
        .set({ worst: event.worst })
        .where('id', '=', event.id)
        .where('alert_id', 'in', isLooked),
    ]
  if (event.type === 'resolved')
    return [
      db
        .updateTable('alert_firings')
        .set({ ended_at: at, end_value: event.endValue })
        .where('id', '=', event.id)
        .where('ended_at', 'is', null)
        .where('alert_id', 'in', isLooked),
      ...insertDelivery(db, event.delivery, (told) =>
        // Without a `firing` notification there is no `resolved` one.
        told.where('ended_at', '=', at).where('id', 'in', toldOf(db, event.id)),
      ),
    ]
  const { firing, delivery } = event
  const names = Object.keys(firing) as (keyof AlertFiringsTable)[]
  return [
    db
      .insertInto('alert_firings')
      .columns(names)
      .expression(looked.select((eb) => names.map((name) => eb.val(firing[name] ?? null).as(name))))
      .onConflict((conflict) => conflict.doNothing()),
    ...insertDelivery(db, delivery, (told) => told),
  ]
}

const toldOf = (db: Queries, firingId: string) =>
  db
    .selectFrom('alert_deliveries')
    .select('firing_id')
    .where('firing_id', '=', firingId)
    .where('event', '=', 'firing')

const firingOf = (db: Queries, id: string) => db.selectFrom('alert_firings').where('id', '=', id)

/** Inserts a delivery if its incident is in the given state. */
function insertDelivery(
  db: Queries,
  delivery: Delivery | null,
  which: (firing: ReturnType<typeof firingOf>) => ReturnType<typeof firingOf>,
) {
  if (!delivery) return []
  const names = Object.keys(delivery) as (keyof AlertDeliveriesTable)[]
  return [
    db
      .insertInto('alert_deliveries')
      .columns(names)
      .expression(
        which(firingOf(db, delivery.firing_id)).select((eb) =>
          names.map((name) => eb.val(delivery[name] ?? null).as(name)),
        ),
      )
      .onConflict((conflict) => conflict.doNothing()),
  ]
}
