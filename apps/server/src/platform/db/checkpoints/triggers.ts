import type { Checkpoint, SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { Queries } from '../db.ts'
import { fromJson } from '../json.ts'
import { withValues } from './blobs.ts'

export type TriggeredCheckpoint = {
  id: string
  parentId: string | null
  createdAt: number
  metadata: Record<string, unknown>
  /** Channels that trigger the next nodes, without the channels of the state. */
  triggers: Record<string, unknown>
  isInterrupted: boolean
}

const PREFIXES = ['branch:to:', 'join:', '__pregel_tasks', '__start__']
const isTrigger = (channel: string) => PREFIXES.some((prefix) => channel.startsWith(prefix))

/**
 * Lists a thread's checkpoints, newest first, without the values of its state, which may be large.
 */
export async function listTriggered(
  db: Queries,
  serde: SerializerProtocol,
  { workspaceId, threadId, limit }: { workspaceId: string; threadId: string; limit: number },
): Promise<TriggeredCheckpoint[]> {
  const checkpointKey = { workspace_id: workspaceId, thread_id: threadId, checkpoint_ns: '' }
  const [rows, stored, interruptRows] = await Promise.all([
    db
      .selectFrom('checkpoints')
      .selectAll()
      .where((eb) => eb.and(checkpointKey))
      .orderBy('checkpoint_id', 'desc')
      .limit(limit)
      .execute(),
    db
      .selectFrom('checkpoint_blobs')
      .select(['channel', 'version', 'type', 'value', 'blocks'])
      .where((eb) => eb.and(checkpointKey))
      .where((eb) => eb.or(PREFIXES.map((prefix) => eb('channel', 'like', `${prefix}%`))))
      .execute(),
    db
      .selectFrom('checkpoint_writes')
      .select('checkpoint_id')
      .distinct()
      .where((eb) => eb.and({ ...checkpointKey, channel: '__interrupt__' }))
      .execute(),
  ])
  const blobs = await withValues(db, { workspaceId, threadId }, stored)
  const keyOf = (channel: string, version: unknown) => `${channel} ${String(version)}`
  const values = new Map(
    await Promise.all(
      blobs.map(async ({ channel, version, type, value }): Promise<[string, unknown]> => [
        keyOf(channel, version),
        await serde.loadsTyped(type, value),
      ]),
    ),
  )
  const interruptedIds = new Set(interruptRows.map(({ checkpoint_id }) => checkpoint_id))

  return Promise.all(
    rows.map(async (row) => {
      const { ts, channel_versions: versions }: Checkpoint = await serde.loadsTyped(
        row.type,
        row.checkpoint,
      )
      const currentVersions = Object.entries(versions).filter(
        ([channel, version]) => isTrigger(channel) && values.has(keyOf(channel, version)),
      )
      return {
        id: row.checkpoint_id,
        parentId: row.parent_checkpoint_id,
        createdAt: Date.parse(ts) * 1000,
        metadata: fromJson(row.metadata),
        triggers: Object.fromEntries(
          currentVersions.map(([channel, version]) => [
            channel,
            values.get(keyOf(channel, version)),
          ]),
        ),
        isInterrupted: interruptedIds.has(row.checkpoint_id),
      }
    }),
  )
}
