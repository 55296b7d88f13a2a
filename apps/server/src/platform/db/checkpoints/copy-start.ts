import type { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type { Queries } from '../db.ts'

type Run = { id: string; threadId: string }

/**
 * Id of the checkpoint a run started from: null when it began its thread, undefined when it has left none.
 * RunSaver names the run in the metadata of each.
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
 * Puts one checkpoint of a thread at the start of another thread, with what was written on top of it but for
 * what these tasks wrote.
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
  if (!tuple) throw new Error(`There is no checkpoint ${from.checkpointId}`)
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
