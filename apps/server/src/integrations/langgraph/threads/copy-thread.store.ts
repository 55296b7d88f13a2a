import { type RawBuilder, sql } from 'kysely'
import { atomic, type Batch } from '../../../platform/db/atomic.ts'
import { referencedByCheckpoints } from '../../../platform/db/value-blocks/blocks.store.ts'
import type { Queries } from '../../../platform/db/db.ts'

const CHECKPOINT_TABLES = ['checkpoints', 'checkpoint_blobs', 'checkpoint_writes'] as const
const COLUMNS = {
  checkpoints:
    'checkpoint_ns, checkpoint_id, parent_checkpoint_id, created_at, metadata, type, checkpoint',
  checkpoint_blobs: 'checkpoint_ns, channel, version, type, value, blocks',
  checkpoint_writes: 'checkpoint_ns, checkpoint_id, task_id, idx, channel, type, value, blocks',
}

/** Creates a thread with all checkpoints of another. Its runs are not copied. */
export async function copyThread(
  db: Queries,
  workspaceId: string,
  from: string,
  to: string,
): Promise<void> {
  await atomic(db, [
    execution(
      db,
      sql`insert into threads (id, workspace_id, agent_id, title, metadata, created_at, updated_at)
      select ${to}, workspace_id, agent_id, title, metadata, created_at, updated_at
      from threads where workspace_id = ${workspaceId} and id = ${from}`,
    ),
    ...CHECKPOINT_TABLES.map((table) => {
      const columns = sql.raw(COLUMNS[table])
      const copying = sql`insert into ${sql.table(table)} (workspace_id, thread_id, ${columns})
        select workspace_id, ${to}, ${columns} from ${sql.table(table)}
        where workspace_id = ${workspaceId} and thread_id = ${from}`
      return execution(db, copying)
    }),
    execution(
      db,
      sql`insert into value_blocks (workspace_id, thread_id, hash, data)
      select workspace_id, ${to}, hash, data from value_blocks
      where workspace_id = ${workspaceId} and thread_id = ${from} and (thread_id, hash) in (
        ${referencedByCheckpoints(db, workspaceId, from)}
      )`,
    ),
  ])
}

function execution(db: Queries, raw: RawBuilder<unknown>): Batch[number] {
  const query = raw.compile(db)
  return { query, rows: [query.parameters] }
}
