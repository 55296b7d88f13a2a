import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'

/** Everything a thread's checkpoints are made of. */
export const deleteCheckpoints = (db: Queries, workspaceId: string, threadId: string): Batch =>
  (['checkpoint_writes', 'checkpoint_blobs', 'checkpoints'] as const).map((table) =>
    db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('thread_id', '=', threadId),
  )
