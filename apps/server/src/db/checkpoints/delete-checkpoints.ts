import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'

/** Everything a thread's checkpoints are made of, and what is known of the calls of their tasks. */
export const deleteCheckpoints = (db: Queries, workspaceId: string, threadId: string): Batch =>
  (['checkpoint_writes', 'checkpoint_blobs', 'checkpoints', 'tool_writes'] as const).map((table) =>
    db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('thread_id', '=', threadId),
  )
