import { ENDED_STATUSES } from '@lathe/contract'
import { atomic } from '../../platform/db/atomic.ts'
import { deleteUnreferencedBlocks } from '../../platform/db/value-blocks/blocks.store.ts'
import type { Db } from '../../platform/db/db.ts'
import { deleteTrace } from '../../traces/store/delete-trace.ts'

/** Deletes an ended run with its events and trace. Keeps what it wrote to its thread. */
export async function deleteRun(db: Db, workspaceId: string, id: string): Promise<void> {
  const ended = db
    .selectFrom('runs')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ENDED_STATUSES)
  await atomic(db, [
    db.deleteFrom('run_events').where('run_id', 'in', ended.select('id')),
    ...deleteUnreferencedBlocks(db, workspaceId, ended.select('thread_id')),
    db
      .deleteFrom('runs')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('status', 'in', ENDED_STATUSES),
  ])
  await deleteTrace(db, workspaceId, id)
}
