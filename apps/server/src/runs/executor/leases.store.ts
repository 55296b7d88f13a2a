import { endPause } from '../start/end-pause.ts'
import type { Interrupt, InterruptAnswer, RunStatus } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'

/** Renews leases, expired or not. Returns the status of each run that the process still holds. */
export async function renewLeases(
  db: Queries,
  owner: string,
  ids: readonly string[],
  leaseUntil: number,
): Promise<Map<string, RunStatus>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .updateTable('runs')
    .set({ lease_until: leaseUntil })
    .where('lease_owner', '=', owner)
    .where('id', 'in', ids)
    .returning(['id', 'status'])
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/**
 * Releases runs that a process holds without executing, for example because the response to its
 * claim was lost.
 */
export async function releaseOrphaned(
  db: Queries,
  owner: string,
  executing: readonly string[],
  lapsedBefore: number,
): Promise<void> {
  let orphaned = db
    .updateTable('runs')
    .set({ lease_owner: null })
    .where('lease_owner', '=', owner)
    .where('status', '=', 'running')
    .where('lease_until', '<', lapsedBefore)
  if (executing.length > 0) orphaned = orphaned.where('id', 'not in', executing)
  await orphaned.execute()
}

/** Only for databases with a single process: all lease owners are dead. */
export async function lapseAllLeases(db: Queries): Promise<void> {
  await db
    .updateTable('runs')
    .set({ lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .execute()
}

export type Abandoned = { id: string; workspaceId: string }

/** Releases cancelled runs whose process died before storing their last events. */
export async function releaseAbandoned(db: Queries, now: number): Promise<Abandoned[]> {
  const rows = await db
    .updateTable('runs')
    .set({ lease_owner: null, lease_until: null })
    .where('status', '=', 'cancelled')
    .where('lease_until', '<', now)
    .returning(['id', 'workspace_id'])
    .execute()
  return rows.map(({ id, workspace_id }) => ({ id, workspaceId: workspace_id }))
}

/** Answers overdue interrupts with `timeout` and queues their runs. Returns their number. */
export async function answerOverdue(db: Queries, now: number): Promise<number> {
  const overdueRuns = await db
    .selectFrom('runs')
    .select(['id', 'interrupts'])
    .where('deadline_at', '<=', now)
    .where('status', '=', 'interrupted')
    .execute()
  const queued = await Promise.all(
    overdueRuns.map(({ id, interrupts }) =>
      db
        .updateTable('runs')
        .set({
          status: 'pending',
          answers: toJson(timeouts(fromJson(interrupts), now)),
          interrupts: toJson([]),
          deadline_at: null,
          ...endPause(now),
        })
        .where('id', '=', id)
        .where('status', '=', 'interrupted')
        .where('interrupts', '=', interrupts)
        .returning('id')
        .executeTakeFirst(),
    ),
  )
  return queued.filter(Boolean).length
}

function timeouts(interrupts: Interrupt[], now: number): Record<string, InterruptAnswer> {
  const lateInterrupts = interrupts.filter(
    (interrupt) =>
      interrupt.kind === 'ask' && interrupt.deadlineAt !== null && interrupt.deadlineAt <= now,
  )
  return Object.fromEntries(
    lateInterrupts.map(({ id }) => [id, { kind: 'ask', decision: 'timeout', values: {} }]),
  )
}

/** Returns the earliest deadline of an interrupt. */
export async function nextDeadline(db: Queries): Promise<number | null> {
  const row = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.min('deadline_at').as('at'))
    .where('deadline_at', 'is not', null)
    .executeTakeFirst()
  return row?.at ?? null
}

export async function countQueued(db: Queries): Promise<number> {
  const row = await db
    .selectFrom('runs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Whether a run is pending whose thread is free. */
export async function hasClaimable(db: Queries): Promise<boolean> {
  const row = await db
    .selectFrom('runs')
    .select('id')
    .where('status', '=', 'pending')
    .where('waits', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
