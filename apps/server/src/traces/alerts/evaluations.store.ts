import type { Insertable, Selectable } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type {
  AlertDeliveriesTable,
  AlertFiringsTable,
  AlertsTable,
} from '../../platform/db/tables/alerts.ts'
import type { AlertRow } from './alerts.store.ts'

export type IncidentRow = Selectable<AlertFiringsTable>

type AlertEvaluation = Pick<
  AlertsTable,
  'state' | 'calm' | 'value' | 'count' | 'problem' | 'recent'
> & {
  looked_at: number
  due_at: number
}

/** Events of an evaluation, stored in the same transaction. */
export type EvaluationEvent =
  | { type: 'firing'; incident: Insertable<AlertFiringsTable>; delivery: NewDelivery | null }
  | { type: 'ongoing'; id: string; worst: number }
  | { type: 'resolved'; id: string; endValue: number | null; delivery: NewDelivery | null }

type NewDelivery = Insertable<AlertDeliveriesTable>

export const findOpenIncident = (db: Queries, alertId: string): Promise<IncidentRow | undefined> =>
  db
    .selectFrom('alert_firings')
    .selectAll()
    .where('alert_id', '=', alertId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

/** Stores an evaluation. Does nothing if the alert was changed or deleted in the meantime. */
export async function storeEvaluation(
  db: Queries,
  alert: AlertRow,
  evaluation: AlertEvaluation,
  event: EvaluationEvent | undefined,
): Promise<void> {
  // First, because it locks the alert until the rest is stored.
  const update = db
    .updateTable('alerts')
    .set(evaluation)
    .where('id', '=', alert.id)
    .where('updated_at', '=', alert.updated_at)
    .where('deleted_at', 'is', null)
  await atomic(db, [update, ...(event ? eventQueries(db, alert, evaluation.looked_at, event) : [])])
}

function eventQueries(
  db: Queries,
  { id, updated_at }: AlertRow,
  evaluatedAt: number,
  event: EvaluationEvent,
) {
  const evaluatedAlert = db
    .selectFrom('alerts')
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where('looked_at', '=', evaluatedAt)
  const evaluatedAlertId = evaluatedAlert.select('id')
  if (event.type === 'ongoing')
    return [
      db
        .updateTable('alert_firings')
        .set({ worst: event.worst })
        .where('id', '=', event.id)
        .where('alert_id', 'in', evaluatedAlertId),
    ]
  if (event.type === 'resolved')
    return [
      db
        .updateTable('alert_firings')
        .set({ ended_at: evaluatedAt, end_value: event.endValue })
        .where('id', '=', event.id)
        .where('ended_at', 'is', null)
        .where('alert_id', 'in', evaluatedAlertId),
      ...insertDelivery(db, event.delivery, (incidents) =>
        // Without a `firing` notification there is no `resolved` one.
        incidents
          .where('ended_at', '=', evaluatedAt)
          .where('id', 'in', selectFiringDelivery(db, event.id)),
      ),
    ]
  const { incident, delivery } = event
  const names = Object.keys(incident) as (keyof AlertFiringsTable)[]
  return [
    db
      .insertInto('alert_firings')
      .columns(names)
      .expression(
        evaluatedAlert.select((eb) => names.map((name) => eb.val(incident[name] ?? null).as(name))),
      )
      .onConflict((conflict) => conflict.doNothing()),
    ...insertDelivery(db, delivery, (incidents) => incidents),
  ]
}

const selectFiringDelivery = (db: Queries, incidentId: string) =>
  db
    .selectFrom('alert_deliveries')
    .select('firing_id')
    .where('firing_id', '=', incidentId)
    .where('event', '=', 'firing')

const selectIncident = (db: Queries, id: string) =>
  db.selectFrom('alert_firings').where('id', '=', id)

/** Inserts a delivery if its incident is in the given state. */
function insertDelivery(
  db: Queries,
  delivery: NewDelivery | null,
  restrict: (incident: ReturnType<typeof selectIncident>) => ReturnType<typeof selectIncident>,
) {
  if (!delivery) return []
  const names = Object.keys(delivery) as (keyof AlertDeliveriesTable)[]
  return [
    db
      .insertInto('alert_deliveries')
      .columns(names)
      .expression(
        restrict(selectIncident(db, delivery.firing_id)).select((eb) =>
          names.map((name) => eb.val(delivery[name] ?? null).as(name)),
        ),
      )
      .onConflict((conflict) => conflict.doNothing()),
  ]
}
