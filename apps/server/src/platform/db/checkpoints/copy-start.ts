import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { Queries } from '../db.ts'

type Run = { id: string; threadId: string }

/**
 * Returns the id of the checkpoint from which a run started: null if the run began its thread,
 * undefined if it stored no checkpoint. RunSaver stores the run id in the metadata of each
 * checkpoint.
 */
export async function findStart(
  db: Queries,
  workspaceId: string,
  { id, threadId }: Run,
): Promise<string | null | undefined> {
  const first = await db
    .selectFrom('checkpoints')
    .select('parent_checkpoint_id')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('checkpoint_ns', '=', '')
    .where('metadata', 'like', `%"run_id":"${id}"%`)
    .orderBy('checkpoint_id')
    .limit(1)
    .executeTakeFirst()
  return first && first.parent_checkpoint_id
}

/**
 * Copies a checkpoint to the start of another thread, with its pending writes except those of the
 * given tasks.
 */
export async function copyCheckpoint(
  saver: BaseCheckpointSaver,
  from: { threadId: string; checkpointId: string },
  threadId: string,
  withoutTasks: ReadonlySet<string>,
): Promise<void> {
  const tuple = await saver.getTuple({
    configurable: {
      thread_id: from.threadId,
      checkpoint_ns: '',
      checkpoint_id: from.checkpointId,
    },
  })
  if (!tuple) throw new Error(`Checkpoint ${from.checkpointId} does not exist`)
  const { checkpoint, metadata = { source: 'fork', step: 0, parents: {} }, pendingWrites } = tuple
  const target = { configurable: { thread_id: threadId, checkpoint_ns: '' } }
  const copy = await saver.put(target, checkpoint, metadata, checkpoint.channel_versions)
  const byTask = Map.groupBy(pendingWrites ?? [], ([taskId]) => taskId)
  for (const [taskId, writes] of byTask) {
    if (withoutTasks.has(taskId)) continue
    await saver.putWrites(
      copy,
      writes.map(([, channel, value]) => [channel, value]),
      taskId,
    )
  }
}
