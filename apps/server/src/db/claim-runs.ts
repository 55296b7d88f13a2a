import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Queries } from './db.ts'
import type { RunClaim } from './portable.ts'
import type { RunsTable } from './tables/runs.ts'

/** With `skipLocked`, concurrent claims in several processes pass each other by. */
export async function claimRuns(
  db: Queries,
  { owner, now, leaseUntil, limit, events }: RunClaim,
  skipLocked: boolean,
): Promise<Selectable<RunsTable>[]> {
  const claimable = db
    .selectFrom('runs')
    .select('id')
    // Word for word the condition of the index, else SQLite does not see that it applies.
    .where(sql<SqlBool>`status in ('pending', 'running')`)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'pending'), eb('waits', '=', 0)]),
        eb.and([eb('status', '=', 'running'), eb('lease_until', '<', now)]),
      ]),
    )
    .orderBy('id')
    .limit(limit)

  const rows = await db
    .updateTable('runs')
    .set((eb) => ({
      status: 'running',
      lease_owner: owner,
      lease_until: leaseUntil,
      seq_reserved: eb('seq_reserved', '+', events),
      started_at: eb.fn.coalesce('started_at', eb.val(now)),
      attempt: sql<number>`attempt + case when status = 'running' then 1 else 0 end`,
    }))
    .where('id', 'in', skipLocked ? claimable.forUpdate().skipLocked() : claimable)
    .returningAll()
    .execute()
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1))
}
