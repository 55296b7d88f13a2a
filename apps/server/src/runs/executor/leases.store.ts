import { endPause } from '../start/end-pause.ts'
import type { Interrupt, InterruptAnswer, RunStatus } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'

/** Renews the leases of these runs, lapsed or not; returns the status of each that its process still holds. */
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

/** Gives up runs that a process holds without executing them, as when their claim was never answered. */
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

/** Only where there can be no other process: whoever held these is dead. */
export async function lapseAllLeases(db: Queries): Promise<void> {
  await db
    .updateTable('runs')
    .set({ lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .execute()
}

export type Abandoned = { id: string; workspaceId: string }

/** Cancelled runs whose process died before it could store its last words. */
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

/** Answers `timeout` to whatever has waited too long and queues its run; gives how many there were. */
export async function answerOverdue(db: Queries, now: number): Promise<number> {
  const due = await db
    .selectFrom('runs')
    .select(['id', 'interrupts'])
    .where('deadline_at', '<=', now)
    .where('status', '=', 'interrupted')
    .execute()
  const queued = await Promise.all(
    due.map(({ id, interrupts }) =>
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
  const late = interrupts.filter(
    (one) => one.kind === 'ask' && one.deadlineAt !== null && one.deadlineAt <= now,
  )
  return Object.fromEntries(
    late.map(({ id }) => [id, { kind: 'ask', decision: 'timeout', values: {} }]),
  )
}

/** When the next pause answers itself. */
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

/** Whether a run is pending that waits for none of its thread. */
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
