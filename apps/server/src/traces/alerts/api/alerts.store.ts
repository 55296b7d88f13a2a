import type { Insertable, Updateable } from 'kysely'
import { atomic } from '../../../platform/db/atomic.ts'
import type { Queries } from '../../../platform/db/db.ts'
import type { AlertsTable } from '../../../platform/db/tables/alerts.ts'
import type { AlertRow } from '../alerts.store.ts'
import { now, RESTORABLE_MICROS } from '../../../platform/time.ts'

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
