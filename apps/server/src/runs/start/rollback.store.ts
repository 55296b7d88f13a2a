import { type SqlBool, sql } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import { deleteUnreferencedBlocks } from '../../platform/db/value-blocks/blocks.store.ts'
import type { Queries } from '../../platform/db/db.ts'

/**
 * Restores a thread to the state before the run: deletes the checkpoints of the run and keeps its
 * trace. Only for a run that has ended.
 */
export async function rollbackRun(db: Queries, workspaceId: string, runId: string): Promise<void> {
  const run = await db
    .selectFrom('runs')
    .select('thread_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .executeTakeFirst()
  if (!run) return
  const place = { workspace_id: workspaceId, thread_id: run.thread_id }
  // The run id is part of the checkpoint's metadata, which is compact JSON.
  const isOfRun = sql<SqlBool>`metadata like ${`%"run_id":"${runId}"%`}`
  const runCheckpoints = db
    .selectFrom('checkpoints')
    .select('checkpoint_id')
    .where((eb) => eb.and(place))
    .where(isOfRun)
  await atomic(db, [
    db
      .deleteFrom('checkpoint_writes')
      .where((eb) => eb.and(place))
      .where('checkpoint_id', 'in', runCheckpoints),
    db
      .deleteFrom('checkpoints')
      .where((eb) => eb.and(place))
      .where(isOfRun),
    ...deleteUnreferencedBlocks(db, workspaceId, run.thread_id),
  ])
}
