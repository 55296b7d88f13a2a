import type { Selectable } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { AlertsTable } from '../../platform/db/tables/alerts.ts'

export type AlertRow = Selectable<AlertsTable>

/** Of the looks that are kept with an alert. */
export const MOST_RECENT = 60

/** Those to be looked at now; nobody else gets them before `leaseUntil`. */
export async function claimAlerts(
  db: Queries,
  { at, leaseUntil, limit }: { at: number; leaseUntil: number; limit: number },
): Promise<AlertRow[]> {
  return await db
    .updateTable('alerts')
    .set({ due_at: leaseUntil })
    // Once more outside the choice: Postgres looks at it again when somebody else was faster.
    .where('due_at', '<=', at)
    .where('deleted_at', 'is', null)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('alerts')
        .select('id')
        .where('due_at', '<=', at)
        .where('deleted_at', 'is', null)
        .orderBy('due_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
}

export async function lookLater(db: Queries, alert: AlertRow, at: number): Promise<void> {
  await db
    .updateTable('alerts')
    .set({ due_at: at })
    .where('id', '=', alert.id)
    .where('updated_at', '=', alert.updated_at)
    .execute()
}

/** When the next alert is to be looked at; null when there is none. */
export async function nextLook(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.min('due_at').as('due_at'))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.due_at ?? null
}

/** Whoever was looking is dead: only where there can be no other process. */
export async function lapseLooks(db: Db, at: number): Promise<void> {
  await db.updateTable('alerts').set({ due_at: at }).where('due_at', '>', at).execute()
}
