import type { RunnableConfig } from '@langchain/core/runnables'
import { END, START } from '@langchain/langgraph'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'
import type { CalledAgents, GraphDocument, JsonObject } from '@lathe/contract'
import { compileGraph, type GraphRuntime, stateUpdate } from '@lathe/graph/compile'
import { toFailure } from '../failure.ts'

/** Adds the run to each checkpoint, so that the run can resume. */
class StampingSaver extends BaseCheckpointSaver {
  readonly #saver: BaseCheckpointSaver
  readonly #runId: string | null

  constructor(saver: BaseCheckpointSaver, runId: string | null) {
    super()
    this.#saver = saver
    this.#runId = runId
  }

  getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    return this.#saver.getTuple(config)
  }

  put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const stamped = this.#runId === null ? metadata : { ...metadata, run_id: this.#runId }
    return this.#saver.put(config, checkpoint, stamped, newVersions)
  }

  putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    return this.#saver.putWrites(config, writes, taskId)
  }

  list(config: RunnableConfig, options?: CheckpointListOptions): AsyncGenerator<CheckpointTuple> {
    return this.#saver.list(config, options)
  }

  deleteThread(threadId: string): Promise<void> {
    return this.#saver.deleteThread(threadId)
  }

  override getNextVersion(current: number | undefined): number {
    return this.#saver.getNextVersion(current)
  }
}

export type StateUpdate = {
  workspaceId: string
  threadId: string
  /** The run whose graph the thread executes. Null on an unused thread. */
  runId: string | null
  document: GraphDocument
  /** Agents that the graph calls. */
  calledAgents: CalledAgents
  /** Defaults to the newest checkpoint. */
  checkpointId?: string | undefined
  /** Channel values of consecutive updates. Null only names the node. */
  updates: readonly (JsonObject | null)[]
  /**
   * The node that wrote, by default the last one. `__start__` makes the update an input. `__end__`
   * takes null only and leaves no next node.
   */
  asNode?: string | undefined
}

export type UpdatedState =
  | { ok: true; checkpointId: string }
  /** The values that violate the channel types, with reasons. */
  | { ok: false; path: string; message: string }

/** Saves a checkpoint as if a node had written these channels. */
export async function updateState(
  runtime: GraphRuntime,
  saver: BaseCheckpointSaver,
  { threadId, runId, document, calledAgents, checkpointId, updates, asNode }: StateUpdate,
): Promise<UpdatedState> {
  const isEnd = asNode === END
  const isPlain = asNode === undefined || asNode === START || isEnd
  if (!isPlain && !Object.hasOwn(document.nodes, asNode)) {
    return { ok: false, path: 'as_node', message: `there is no node \`${asNode}\`` }
  }
  if (isEnd && updates.some((update) => update !== null)) {
    return { ok: false, path: 'values', message: 'must be null if `as_node` is `__end__`' }
  }
  try {
    const checkpointer = new StampingSaver(saver, runId)
    const graph = compileGraph(document, runtime, { checkpointer, calledAgents })
    const place = { thread_id: threadId, checkpoint_ns: '' }
    let config = {
      configurable: checkpointId === undefined ? place : { ...place, checkpoint_id: checkpointId },
    }
    const updateAs = async (id: string, update: JsonObject) => {
      const tuple = await saver.getTuple(config)
      const state = tuple?.checkpoint.channel_values ?? {}
      return graph.updateState(config, await graph.writtenBy(id, update, state), graph.nameOf(id))
    }
    for (const update of updates) {
      const saved = isPlain
        ? await graph.updateState(config, update && stateUpdate(document, update), asNode)
        : await updateAs(asNode, update ?? {})
      config = { configurable: { ...place, checkpoint_id: idIn(saved.configurable) } }
    }
    return { ok: true, checkpointId: idIn(config.configurable) }
  } catch (error) {
    return { ok: false, path: 'values', message: toFailure(error).message }
  }
}

function idIn(configurable: Record<string, unknown> | undefined): string {
  const id = configurable?.['checkpoint_id']
  if (typeof id !== 'string') throw new Error('LangGraph returned no checkpoint id')
  return id
}
