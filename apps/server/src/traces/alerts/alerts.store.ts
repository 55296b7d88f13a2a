import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { AlertsTable } from '../../platform/db/tables/alerts.ts'
import { atomic } from '../../platform/db/atomic.ts'
import { now, RESTORABLE_MICROS } from '../../platform/time.ts'

export type AlertRow = Selectable<AlertsTable>

/** Evaluations stored with an alert. */
export const MAX_RECENT_EVALUATIONS = 60

/** Claims due alerts until `leaseUntil`. */
export async function claimAlerts(
  db: Queries,
  { time, leaseUntil, limit }: { time: number; leaseUntil: number; limit: number },
): Promise<AlertRow[]> {
  return await db
    .updateTable('alerts')
    .set({ due_at: leaseUntil })
    // Repeated outside the subquery: Postgres checks this condition again after waiting for a row lock.
    .where('due_at', '<=', time)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alerts')
        .select('id')
        .where('due_at', '<=', time)
        .where('deleted_at', 'is', null)
        .orderBy('due_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
}

export async function postponeEvaluation(
  db: Queries,
  alert: AlertRow,
  time: number,
): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ due_at: time })
    .where('id', '=', alert.id)
    .where('updated_at', '=', alert.updated_at)
    .execute()
}

/** Returns when the next alert is due, or null without one. */
export async function nextEvaluation(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Ends all leases. Only if no other process can exist. */
export async function endEvaluationLeases(db: Db, time: number): Promise<void> {
  await db.updateTable('alerts').set({ due_at: time }).where('due_at', '>', time).execute()
}

const selectAlerts = (db: Queries, workspaceId: string) =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('deleted_at', 'is', null)

export const listAlerts = (db: Queries, workspaceId: string): Promise<AlertRow[]> =>
  selectAlerts(db, workspaceId).orderBy('name').orderBy('id').execute()

export const findAlert = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<AlertRow | undefined> =>
  selectAlerts(db, workspaceId).where('id', '=', id).executeTakeFirst()

export const insertAlert = (db: Queries, row: Insertable<AlertsTable>): Promise<AlertRow> =>
  db.insertInto('alerts').values(row).returningAll().executeTakeFirstOrThrow()

/** Returns undefined if the alert has changed since it was read. */
export const editAlert = (
  db: Queries,
  { id, updated_at: previousUpdatedAt }: AlertRow,
  change: Updateable<AlertsTable>,
): Promise<AlertRow | undefined> =>
  db
    .updateTable('alerts')
    .set({ ...change, updated_at: Math.max(now(), previousUpdatedAt + 1) })
    .where('id', '=', id)
    .where('updated_at', '=', previousUpdatedAt)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const restoreAlert = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<AlertRow | undefined> =>
  db
    .updateTable('alerts')
    .set({ deleted_at: null, due_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Deletes alerts whose restore period has passed, with their history. */
export async function purgeAlerts(db: Queries): Promise<void> {
  const before = now() - RESTORABLE_MICROS
  const expired = db.selectFrom('alerts').select('id').where('deleted_at', '<', before)
  await atomic(db, [
    db.deleteFrom('alert_deliveries').where('alert_id', 'in', expired),
    db.deleteFrom('alert_firings').where('alert_id', 'in', expired),
    db.deleteFrom('alerts').where('deleted_at', '<', before),
  ])
}
