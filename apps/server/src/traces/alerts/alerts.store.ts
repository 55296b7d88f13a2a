import type { Selectable } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { AlertsTable } from '../../platform/db/tables/alerts.ts'

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
    // Once more outside the choice: Postgres looks at it again when somebody else was faster.
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
