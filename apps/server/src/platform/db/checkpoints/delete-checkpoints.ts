import type { Batch } from '../atomic.ts'
import { deleteUnreferencedBlocks, type Threads } from '../value-blocks/blocks.store.ts'
import type { Queries } from '../db.ts'

/** Deletes the checkpoints of threads with their values and tool writes. */
export const deleteCheckpoints = (db: Queries, workspaceId: string, threads: Threads): Batch => [
  ...(['checkpoint_writes', 'checkpoint_blobs', 'checkpoints', 'tool_writes'] as const).map(
    (table) =>
      db
        .deleteFrom(table)
        .where('workspace_id', '=', workspaceId)
        .where('thread_id', 'in', typeof threads === 'string' ? [threads] : threads),
  ),
  ...deleteUnreferencedBlocks(db, workspaceId, threads),
]
