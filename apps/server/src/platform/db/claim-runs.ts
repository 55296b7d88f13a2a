import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Queries } from './db.ts'
import type { RunClaim } from './portable.ts'
import type { Schema } from './schema.ts'
import type { RunsTable } from './tables/runs.ts'

/**
 * Selects the run's agent if its concurrency limit is reached by running and earlier pending runs.
 */
const isFull = (runs: ExpressionBuilder<Schema, 'runs'>) =>
  runs
    .selectFrom('agents as a')
    .select('a.id')
    .whereRef('a.id', '=', 'runs.agent_id')
    .where('a.concurrency', 'is not', null)
    .where('a.concurrency', '<=', (eb) =>
      eb
        .selectFrom('runs as o')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where(sql<SqlBool>`o.status in ('pending', 'running')`)
        .whereRef('o.agent_id', '=', 'a.id')
        .where('o.waits', '=', 0)
        .where((eb) =>
          eb.or([eb('o.status', '=', 'running'), eb('o.id', '<', runs.ref('runs.id'))]),
        ),
    )

/** Whether an agent has a concurrency limit. Only one claim at a time can enforce it. */
export async function hasLimitedAgents(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom('agents')
    .select('id')
    .where('concurrency', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** With `skipLocked`, concurrent claims in several processes do not wait for each other. */
export async function claimRuns(
  db: Queries,
  { owner, now, leaseUntil, limit, events }: RunClaim,
  skipLocked: boolean,
): Promise<Selectable<RunsTable>[]> {
  const claimable = db
    .selectFrom('runs')
    .select('id')
    // Repeats the condition of the partial index exactly. Otherwise SQLite does not use the index.
    .where(sql<SqlBool>`status in ('pending', 'running')`)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'pending'), eb('waits', '=', 0), eb.not(eb.exists(isFull(eb)))]),
        // Exclude runs of this process: if it was too slow to renew the lease, it still executes
        // the run and renews it later.
        eb.and([
          eb('status', '=', 'running'),
          eb('lease_until', '<', now),
          eb.or([eb('lease_owner', 'is', null), eb('lease_owner', '!=', owner)]),
        ]),
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
