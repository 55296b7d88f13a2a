import type { Db, Queries } from '../../platform/db/db.ts'
import type { Selectable } from 'kysely'
import type { ForwardingOutboxTable } from '../../platform/db/tables/forwarding.ts'

export type OutboxRow = Selectable<ForwardingOutboxTable>

export const listWorkspacesWithDue = async (db: Queries, time: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('forwarding_outbox')
    .select('workspace_id')
    .distinct()
    .where('due_at', '<=', time)
    .execute()
  return rows.map((row) => row.workspace_id)
}

/** Claims the oldest due traces until `leaseUntil`. */
export async function claimOutbox(
  db: Queries,
  workspaceId: string,
  { time, leaseUntil, limit }: { time: number; leaseUntil: number; limit: number },
): Promise<OutboxRow[]> {
  return await db
    .updateTable('forwarding_outbox')
    .set({ due_at: leaseUntil })
    .where('workspace_id', '=', workspaceId)
    // Repeated outside the subquery: Postgres checks this condition again after waiting for a row lock.
    .where('due_at', '<=', time)
    .where('trace_id', 'in', (eb) =>
      eb
        .selectFrom('forwarding_outbox')
        .select('trace_id')
        .where('workspace_id', '=', workspaceId)
        .where('due_at', '<=', time)
        .orderBy('queued_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
}

/** Removes a sent trace. If it changed in the meantime, it becomes due again. */
export async function removeSent(db: Queries, row: OutboxRow, time: number): Promise<void> {
  await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', row.workspace_id)
    .where('trace_id', '=', row.trace_id)
    .where('revision', '=', row.revision)
    .execute()
  await db
    .updateTable('forwarding_outbox')
    .set({ due_at: time, attempts: 0 })
    .where('workspace_id', '=', row.workspace_id)
    .where('trace_id', '=', row.trace_id)
    .execute()
}

export async function release(
  db: Queries,
  { workspace_id, trace_id }: OutboxRow,
  { dueAt, hasFailed }: { dueAt: number; hasFailed: boolean },
): Promise<void> {
  await db
    .updateTable('forwarding_outbox')
    .set((eb) => ({ due_at: dueAt, attempts: eb('attempts', '+', hasFailed ? 1 : 0) }))
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .execute()
}

export async function removeFromOutbox(
  db: Queries,
  { workspace_id, trace_id }: OutboxRow,
): Promise<void> {
  await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .execute()
}

/** Delays all sending until `until`. */
export async function postponeAll(db: Queries, workspaceId: string, dueAt: number): Promise<void> {
  await db
    .updateTable('forwarding_outbox')
    .set({ due_at: dueAt })
    .where('workspace_id', '=', workspaceId)
    .where('due_at', '<', dueAt)
    .execute()
}

export async function makeDue(db: Queries, time: number, workspaceId?: string): Promise<void> {
  let query = db.updateTable('forwarding_outbox').set({ due_at: time }).where('due_at', '>', time)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  await query.execute()
}

/** Deletes the oldest traces above `most`. Returns their number. */
export async function dropOldest(db: Db, workspaceId: string, maxRows: number): Promise<number> {
  const cutoff = await db
    .selectFrom('forwarding_outbox')
    .select('queued_at')
    .where('workspace_id', '=', workspaceId)
    .orderBy('queued_at', 'desc')
    .offset(maxRows - 1)
    .limit(1)
    .executeTakeFirst()
  if (!cutoff) return 0
  const result = await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', workspaceId)
    .where('queued_at', '<', cutoff.queued_at)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function clearOutbox(db: Queries, workspaceId: string): Promise<number> {
  const result = await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function countWaiting(db: Queries, workspaceId: string) {
  const row = await db
    .selectFrom('forwarding_outbox')
    .select((eb) => [
      eb.fn.countAll<number | string>().as('waiting'),
      eb.fn.min('queued_at').as('oldest_at'),
      eb.fn.min('due_at').as('due_at'),
    ])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
  return { waiting: Number(row.waiting), oldestAt: row.oldest_at, dueAt: row.due_at }
}
