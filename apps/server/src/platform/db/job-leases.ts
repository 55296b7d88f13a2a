import type { Queries } from './db.ts'
import type { JobLeasesTable } from './tables/job-leases.ts'

export type JobLease = Pick<JobLeasesTable, 'kind' | 'id' | 'owner'>

type Term = { now: number; until: number }

/** Returns false if another process runs the job. */
export async function takeJob(db: Queries, lease: JobLease, { now, until }: Term) {
  const row = await db
    .insertInto('job_leases')
    .values({ ...lease, lease_until: until })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id'])
        .doUpdateSet({ owner: lease.owner, lease_until: until })
        .where('job_leases.lease_until', '<', now),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if another process has taken over the job. */
export async function keepJob(db: Queries, { kind, id, owner }: JobLease, until: number) {
  const row = await db
    .updateTable('job_leases')
    .set({ lease_until: until })
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function leaveJob(db: Queries, { kind, id, owner }: JobLease): Promise<void> {
  await db
    .deleteFrom('job_leases')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('owner', '=', owner)
    .execute()
}

export async function isJobHeld(
  db: Queries,
  { kind, id }: Pick<JobLease, 'kind' | 'id'>,
  now: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('job_leases')
    .select('owner')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('lease_until', '>=', now)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Expires all leases of a kind. Call it only if no other process exists, so that their owners are
 * dead.
 */
export async function lapseJobs(db: Queries, kind: JobLease['kind']): Promise<void> {
  await db.deleteFrom('job_leases').where('kind', '=', kind).execute()
}
