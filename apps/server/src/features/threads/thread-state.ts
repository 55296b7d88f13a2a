import type { CheckpointMetadata } from '@langchain/langgraph-checkpoint'
import type { Checkpoint, Interrupt, Json } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { fromJson } from '../../db/json.ts'
import { nextNodes, ownChannels } from './next-nodes.ts'

/** LangGraph's parts are loaded when a thread is first looked into. */
const load = () =>
  Promise.all([import('../../db/checkpoints/checkpointer.ts'), import('@lathe/engine')])

export type ThreadState = {
  values: Record<string, Json>
  next: string[]
  checkpointId: string | null
}

const empty: ThreadState = { values: {}, next: [], checkpointId: null }

/** The newest state; empty before the first run. */
export async function readState(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<ThreadState> {
  const [{ Checkpointer }, { toJsonRecord }] = await load()
  const tuple = await new Checkpointer(db, workspaceId).getTuple(configOf(threadId))
  if (!tuple) return empty
  const { id, channel_values: channels } = tuple.checkpoint
  return {
    values: toJsonRecord(ownChannels(channels)),
    next: nextNodes(channels),
    checkpointId: id,
  }
}

/** Newest first, with one past `limit` when there are more. */
export async function readHistory(
  db: Queries,
  workspaceId: string,
  threadId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Checkpoint[]> {
  const [{ Checkpointer }, { toJsonRecord }] = await load()
  const options = {
    limit: limit + 1,
    ...(before !== undefined && { before: configOf(threadId, before) }),
  }
  const checkpoints: Checkpoint[] = []
  for await (const tuple of new Checkpointer(db, workspaceId).list(configOf(threadId), options)) {
    const { id, ts, channel_values: channels } = tuple.checkpoint
    const metadata: CheckpointMetadata<{ run_id?: string }> | undefined = tuple.metadata
    const parentId: unknown = tuple.parentConfig?.configurable?.['checkpoint_id']
    checkpoints.push({
      id,
      parentId: typeof parentId === 'string' ? parentId : null,
      runId: metadata?.run_id ?? null,
      superstep: metadata?.step ?? 0,
      source: metadata?.source ?? '',
      createdAt: Date.parse(ts) * 1000,
      next: nextNodes(channels),
      values: toJsonRecord(ownChannels(channels)),
    })
  }
  return checkpoints
}

/** What the thread's newest run waits for. */
export async function listInterrupts(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<Interrupt[]> {
  const run = await db
    .selectFrom('runs')
    .select('interrupts')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .where('status', '=', 'interrupted')
    .executeTakeFirst()
  return run ? fromJson(run.interrupts) : []
}

const configOf = (threadId: string, checkpointId?: string) => ({
  configurable: {
    thread_id: threadId,
    checkpoint_ns: '',
    ...(checkpointId !== undefined && { checkpoint_id: checkpointId }),
  },
})
