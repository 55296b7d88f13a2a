import type { ExpressionBuilder } from 'kysely'
import { atomic } from '../platform/db/atomic.ts'
import { deleteCheckpoints } from '../platform/db/checkpoints/delete-checkpoints.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import type { Schema } from '../platform/db/schema.ts'
import { now, RESTORABLE_MICROS } from '../platform/time.ts'

const COLUMNS = [
  'id',
  'workspace_id',
  'agent_id',
  'title',
  'metadata',
  'created_at',
  'updated_at',
] as const

const BATCH = 100

/** Gone for everybody, its checkpoints kept until it is restored or purged. */
export async function hideThread(db: Queries, workspaceId: string, id: string): Promise<void> {
  await atomic(db, [
    db
      .insertInto('deleted_threads')
      .columns([...COLUMNS, 'deleted_at'])
      .expression(
        db
          .selectFrom('threads')
          .select([...COLUMNS, (eb) => eb.val(now()).as('deleted_at')])
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing()),
    db.deleteFrom('threads').where('workspace_id', '=', workspaceId).where('id', '=', id),
  ])
}

/** Nothing happens to one that was not deleted, or is purged. */
export async function restoreThread(db: Queries, workspaceId: string, id: string): Promise<void> {
  const deleted = db
    .selectFrom('deleted_threads')
    .select(COLUMNS)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
  await atomic(db, [
    db
      .insertInto('threads')
      .columns([...COLUMNS])
      .expression(deleted)
      .onConflict((conflict) => conflict.doNothing()),
    // It stays deleted where another workspace has the id by now.
    db
      .deleteFrom('deleted_threads')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(isBack),
  ])
}

/** Whether its workspace has the thread again: another's of that id is another thread. */
const isBack = (eb: ExpressionBuilder<Schema, 'deleted_threads'>) =>
  eb.exists(
    eb
      .selectFrom('threads as t')
      .select('t.id')
      .whereRef('t.id', '=', 'deleted_threads.id')
      .whereRef('t.workspace_id', '=', 'deleted_threads.workspace_id'),
  )

/** With its checkpoints, in one step; its runs and traces stay. */
export async function deleteThread(db: Queries, workspaceId: string, id: string): Promise<void> {
  await atomic(db, [
    ...deleteCheckpoints(db, workspaceId, id),
    ...(['threads', 'deleted_threads'] as const).map((table) =>
      db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('id', '=', id),
    ),
  ])
}

/** Whoever makes a thread of this id anew begins with nothing. */
export async function purgeThread(db: Queries, workspaceId: string, id: string): Promise<void> {
  const purged = await db
    .deleteFrom('deleted_threads')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('id', 'not in', db.selectFrom('threads').select('id').where('id', '=', id))
    .returning('id')
    .executeTakeFirst()
  if (purged) await atomic(db, deleteCheckpoints(db, workspaceId, id))
}

/** Those nobody restored in time. */
export async function purgeThreads(db: Db, signal?: AbortSignal): Promise<void> {
  // A run that was just being started when its thread was deleted has brought it back.
  await db.deleteFrom('deleted_threads').where(isBack).execute()
  for (;;) {
    const rows = await db
      .selectFrom('deleted_threads')
      .select(['workspace_id', 'id'])
      .where('deleted_at', '<', now() - RESTORABLE_MICROS)
      .limit(BATCH)
      .execute()
    for (const { workspace_id: workspaceId, id } of rows) {
      if (signal?.aborted) return
      await deleteThread(db, workspaceId, id)
    }
    if (rows.length < BATCH) return
  }
}
