import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Queries } from '../db.ts'
import type {
  CheckpointBlobsTable,
  CheckpointsTable,
  CheckpointWritesTable,
} from '../tables/checkpoints.ts'
import type { CheckpointAddress } from './address.ts'
import { withValues } from './blobs.ts'

export type CheckpointRow = Selectable<CheckpointsTable>
export type BlobRow = Selectable<CheckpointBlobsTable>
export type WriteRow = Selectable<CheckpointWritesTable>

/** A namespace of a thread. */
type CheckpointKey = Pick<CheckpointRow, 'workspace_id' | 'thread_id' | 'checkpoint_ns'>

/** Returns the given checkpoint, or else the newest of its thread and namespace. */
export async function findCheckpoint(
  db: Queries,
  workspaceId: string,
  { threadId, namespace, checkpointId }: CheckpointAddress,
): Promise<CheckpointRow | undefined> {
  let query = db
    .selectFrom('checkpoints')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('checkpoint_ns', '=', namespace)
  if (checkpointId !== undefined) query = query.where('checkpoint_id', '=', checkpointId)
  return await query.orderBy('checkpoint_id', 'desc').limit(1).executeTakeFirst()
}

export type ListFilter = {
  threadId: string | undefined
  namespace: string | undefined
  checkpointId: string | undefined
  before: string | undefined
}

/** Lists checkpoints after `last`, newest first. */
export async function listCheckpoints(
  db: Queries,
  workspaceId: string,
  filter: ListFilter,
  last: CheckpointRow | undefined,
  limit: number,
): Promise<CheckpointRow[]> {
  const { threadId, namespace, checkpointId, before } = filter
  let query = db.selectFrom('checkpoints').selectAll().where('workspace_id', '=', workspaceId)
  if (threadId !== undefined) query = query.where('thread_id', '=', threadId)
  if (namespace !== undefined) query = query.where('checkpoint_ns', '=', namespace)
  if (checkpointId !== undefined) query = query.where('checkpoint_id', '=', checkpointId)
  if (before !== undefined) query = query.where('checkpoint_id', '<', before)
  if (last)
    query = query.where((eb) =>
      eb(
        eb.refTuple('checkpoint_id', 'thread_id', 'checkpoint_ns'),
        '<',
        eb.tuple(last.checkpoint_id, last.thread_id, last.checkpoint_ns),
      ),
    )
  return await query
    .orderBy('checkpoint_id', 'desc')
    .orderBy('thread_id', 'desc')
    .orderBy('checkpoint_ns', 'desc')
    .limit(limit)
    .execute()
}

export async function listWrites(
  db: Queries,
  { workspace_id, thread_id, checkpoint_ns }: CheckpointKey,
  checkpointId: string,
): Promise<WriteRow[]> {
  const rows = await db
    .selectFrom('checkpoint_writes')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('thread_id', '=', thread_id)
    .where('checkpoint_ns', '=', checkpoint_ns)
    .where('checkpoint_id', '=', checkpointId)
    .orderBy('task_id')
    .orderBy('idx')
    .execute()
  return await withValues(db, { workspaceId: workspace_id, threadId: thread_id }, rows)
}

export async function listBlobs(
  db: Queries,
  { workspace_id, thread_id, checkpoint_ns }: CheckpointKey,
  versions: [channel: string, version: string][],
): Promise<BlobRow[]> {
  if (versions.length === 0) return []
  const pairs = versions.map(([channel, version]) => sql`(${channel}, ${version})`)
  const rows = await db
    .selectFrom('checkpoint_blobs')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('thread_id', '=', thread_id)
    .where('checkpoint_ns', '=', checkpoint_ns)
    // With VALUES, SQLite looks up each key. With ORs it would read every blob of the thread.
    .where(sql<SqlBool>`(channel, version) in (values ${sql.join(pairs)})`)
    .execute()
  return await withValues(db, { workspaceId: workspace_id, threadId: thread_id }, rows)
}
