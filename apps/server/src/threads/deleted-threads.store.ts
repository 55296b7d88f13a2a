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

/** Hides a thread. Its checkpoints are kept until it is restored or purged. */
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

/** Restores a deleted thread. Does nothing if it was not deleted or is purged. */
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
    // Stays deleted if another workspace uses the id now.
    db
      .deleteFrom('deleted_threads')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where(isBack),
  ])
}

/** Whether the workspace has the thread again. A thread of another workspace does not count. */
const isBack = (eb: ExpressionBuilder<Schema, 'deleted_threads'>) =>
  eb.exists(
    eb
      .selectFrom('threads as t')
      .select('t.id')
      .whereRef('t.id', '=', 'deleted_threads.id')
      .whereRef('t.workspace_id', '=', 'deleted_threads.workspace_id'),
  )

/** Deletes a thread and its checkpoints. Runs and traces stay. */
export async function deleteThread(db: Queries, workspaceId: string, id: string): Promise<void> {
  await atomic(db, [
    ...deleteCheckpoints(db, workspaceId, id),
    ...(['threads', 'deleted_threads'] as const).map((table) =>
      db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('id', '=', id),
    ),
  ])
}

/** Purges a thread, so that a new one with this id starts empty. */
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

/** Purges threads whose restore period has passed. */
export async function purgeThreads(db: Db, signal?: AbortSignal): Promise<void> {
  // A run that was starting during the deletion has recreated the thread.
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
