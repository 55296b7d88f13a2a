import type { SelectQueryBuilder } from 'kysely'
import type { Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import type { Schema } from '../schema.ts'

/** Everything a thread's checkpoints are made of, and what is known of the calls of their tasks. */
export const deleteCheckpoints = (
  db: Queries,
  workspaceId: string,
  threads: string | SelectQueryBuilder<Schema, 'runs', { thread_id: string }>,
): Batch =>
  (['checkpoint_writes', 'checkpoint_blobs', 'checkpoints', 'tool_writes'] as const).map((table) =>
    db
      .deleteFrom(table)
      .where('workspace_id', '=', workspaceId)
      .where('thread_id', 'in', typeof threads === 'string' ? [threads] : threads),
  )
