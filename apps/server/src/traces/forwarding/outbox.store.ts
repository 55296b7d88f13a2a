import type { Db, Queries } from '../../platform/db/db.ts'
import type { Selectable } from 'kysely'
import type { ForwardingOutboxTable } from '../../platform/db/tables/forwarding.ts'

export type Waiting = Selectable<ForwardingOutboxTable>

export const listWorkspacesWithDue = async (db: Queries, at: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('forwarding_outbox')
    .select('workspace_id')
    .distinct()
    .where('due_at', '<=', at)
    .execute()
  return rows.map((row) => row.workspace_id)
}

/** Claims the oldest due traces until `leaseUntil`. */
export async function claim(
  db: Queries,
  workspaceId: string,
  { at, leaseUntil, limit }: { at: number; leaseUntil: number; limit: number },
): Promise<Waiting[]> {
  return await db
    .updateTable('forwarding_outbox')
    .set({ due_at: leaseUntil })
    .where('workspace_id', '=', workspaceId)
    // Once more outside the choice: Postgres looks at it again when somebody else was faster.
    .where('due_at', '<=', at)
    .where('trace_id', 'in', (eb) =>
      eb
        .selectFrom('forwarding_outbox')
        .select('trace_id')
        .where('workspace_id', '=', workspaceId)
        .where('due_at', '<=', at)
        .orderBy('queued_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
}

/** Removes a sent trace. If it changed in the meantime, it becomes due again. */
export async function settle(db: Queries, waiting: Waiting, at: number): Promise<void> {
  await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', waiting.workspace_id)
    .where('trace_id', '=', waiting.trace_id)
    .where('revision', '=', waiting.revision)
    .execute()
  await db
    .updateTable('forwarding_outbox')
    .set({ due_at: at, attempts: 0 })
    .where('workspace_id', '=', waiting.workspace_id)
    .where('trace_id', '=', waiting.trace_id)
    .execute()
}

export async function giveBack(
  db: Queries,
  { workspace_id, trace_id }: Waiting,
  { dueAt, hasFailed }: { dueAt: number; hasFailed: boolean },
): Promise<void> {
  await db
    .updateTable('forwarding_outbox')
    .set((eb) => ({ due_at: dueAt, attempts: eb('attempts', '+', hasFailed ? 1 : 0) }))
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .execute()
}

export async function remove(db: Queries, { workspace_id, trace_id }: Waiting): Promise<void> {
  await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', trace_id)
    .execute()
}

/** Delays all sending until `until`. */
export async function postpone(db: Queries, workspaceId: string, until: number): Promise<void> {
  await db
    .updateTable('forwarding_outbox')
    .set({ due_at: until })
    .where('workspace_id', '=', workspaceId)
    .where('due_at', '<', until)
    .execute()
}

export async function makeDue(db: Queries, at: number, workspaceId?: string): Promise<void> {
  let query = db.updateTable('forwarding_outbox').set({ due_at: at }).where('due_at', '>', at)
  if (workspaceId !== undefined) query = query.where('workspace_id', '=', workspaceId)
  await query.execute()
}

/** Deletes the oldest traces above `most`. Returns their number. */
export async function trim(db: Db, workspaceId: string, most: number): Promise<number> {
  const oldestKept = await db
    .selectFrom('forwarding_outbox')
    .select('queued_at')
    .where('workspace_id', '=', workspaceId)
    .orderBy('queued_at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (!oldestKept) return 0
  const result = await db
    .deleteFrom('forwarding_outbox')
    .where('workspace_id', '=', workspaceId)
    .where('queued_at', '<', oldestKept.queued_at)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function empty(db: Queries, workspaceId: string): Promise<number> {
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
