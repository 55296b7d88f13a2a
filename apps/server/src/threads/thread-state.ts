import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import { type Checkpoint, type Interrupt, isEnded, type Json } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import { hasNext, nextNodes, ownChannels } from './next-nodes.ts'
import { findNodeNames } from './run-node-names.ts'

/** Loads LangGraph on first use. */
const load = () =>
  Promise.all([import('../platform/db/checkpoints/checkpointer.ts'), import('@lathe/engine')])

export type ThreadState = {
  values: Record<string, Json>
  next: string[]
  checkpointId: string | null
}

const empty: ThreadState = { values: {}, next: [], checkpointId: null }

/** Returns the newest state with the messages of interrupted nodes. Empty before the first run. */
export async function readState(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<ThreadState> {
  const [{ Checkpointer }, { toJsonRecord }] = await load()
  const tuple = await new Checkpointer(db, workspaceId).getTuple(configOf(threadId))
  if (!tuple) return empty
  const { id, channel_values: channels } = tuple.checkpoint
  const runId = runIdOf(tuple)
  const [names, values] = await Promise.all([
    findNodeNames(db, workspaceId, [runId]),
    withPausedMessages(db, workspaceId, tuple),
  ])
  return {
    values: toJsonRecord(ownChannels(values)),
    next: nextNodes(channels, names.get(runId ?? '')),
    checkpointId: id,
  }
}

/** Returns the run that saved the newest checkpoint if it has anything left to execute. */
export async function findStoppedRun(
  db: Queries,
  workspaceId: string,
  threadId: string,
): Promise<string | null> {
  const [{ Checkpointer }] = await load()
  const tuple = await new Checkpointer(db, workspaceId).getTuple(configOf(threadId))
  return tuple && hasNext(tuple.checkpoint.channel_values) ? runIdOf(tuple) : null
}

export type FoundCheckpoint = {
  /** The run that saved it. */
  runId: string | null
  /** The next nodes, by LangGraph's names. */
  next: string[]
  /** Includes executing the input. */
  hasNext: boolean
}

export async function findCheckpoint(
  db: Queries,
  workspaceId: string,
  threadId: string,
  checkpointId: string,
): Promise<FoundCheckpoint | undefined> {
  const [{ Checkpointer }] = await load()
  const config = configOf(threadId, checkpointId)
  const tuple = await new Checkpointer(db, workspaceId).getTuple(config)
  if (!tuple) return undefined
  const { channel_values: channels } = tuple.checkpoint
  return { runId: runIdOf(tuple), next: nextNodes(channels), hasNext: hasNext(channels) }
}

export type HistoryPage = {
  limit: number
  /** Only checkpoints older than this one. */
  before?: string | undefined
  /** Only this checkpoint. */
  at?: string | undefined
  /** Adds the messages of paused nodes to the newest checkpoint, which clients read as the thread's state. */
  withPaused?: boolean
}

/** Returns the history, newest first, one checkpoint past `limit` if there are more. */
export async function readHistory(
  db: Queries,
  workspaceId: string,
  threadId: string,
  { before, limit, at, withPaused = false }: HistoryPage,
): Promise<Checkpoint[]> {
  const [{ Checkpointer }, { toJsonRecord }] = await load()
  const options = {
    limit: limit + 1,
    ...(before !== undefined && { before: configOf(threadId, before) }),
  }
  const tuples: CheckpointTuple[] = []
  for await (const tuple of new Checkpointer(db, workspaceId).list(
    configOf(threadId, at),
    options,
  )) {
    tuples.push(tuple)
  }
  const names = await findNodeNames(db, workspaceId, tuples.map(runIdOf))
  const [first] = tuples
  const newest = withPaused && first && (await withPausedMessages(db, workspaceId, first))
  return tuples.map((tuple, index) => {
    const { id, ts, channel_values: channels } = tuple.checkpoint
    const parentId: unknown = tuple.parentConfig?.configurable?.['checkpoint_id']
    const runId = runIdOf(tuple)
    return {
      id,
      parentId: typeof parentId === 'string' ? parentId : null,
      runId,
      superstep: tuple.metadata?.step ?? 0,
      source: tuple.metadata?.source ?? '',
      createdAt: Date.parse(ts) * 1000,
      next: nextNodes(channels, names.get(runId ?? '')),
      values: toJsonRecord(ownChannels((index === 0 && newest) || channels)),
    }
  })
}

/**
 * The checkpoint's channels. The newest checkpoint of a thread includes the messages of its paused nodes, because
 * clients show an approval at the message with the tool call. If its run has ended, the calls count as cancelled, as
 * they will for the next run.
 */
async function withPausedMessages(
  db: Queries,
  workspaceId: string,
  tuple: CheckpointTuple,
): Promise<Readonly<Record<string, unknown>>> {
  const { checkpoint, config, pendingWrites = [] } = tuple
  const runId = runIdOf(tuple)
  const isPaused = pendingWrites.some(([, channel]) => channel === INTERRUPT)
  if (runId === null || !isPaused) return checkpoint.channel_values
  const threadId: unknown = config.configurable?.['thread_id']
  const run = await db
    .selectFrom('runs')
    .select('status')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', runId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('checkpoints as c')
            .select('c.checkpoint_id')
            .where('c.workspace_id', '=', workspaceId)
            .where('c.thread_id', '=', String(threadId))
            .where('c.checkpoint_ns', '=', '')
            .where('c.checkpoint_id', '>', checkpoint.id),
        ),
      ),
    )
    .executeTakeFirst()
  if (!run) return checkpoint.channel_values
  const { abandonedChannels, pausedChannels } = await import('@lathe/graph/compile')
  if (!isEnded(run.status)) return pausedChannels(tuple)
  return { ...checkpoint.channel_values, ...abandonedChannels(tuple) }
}

/** LangGraph's channel for the interrupts of a task. */
const INTERRUPT = '__interrupt__'

function runIdOf({ metadata }: CheckpointTuple): string | null {
  const runId: unknown = metadata && Reflect.get(metadata, 'run_id')
  return typeof runId === 'string' ? runId : null
}

/** Returns the interrupts of the thread's newest run. */
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
