import type { RunnableConfig } from '@langchain/core/runnables'
import { BaseCheckpointSaver } from '@langchain/langgraph-checkpoint'
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointListOptions,
  CheckpointMetadata,
  CheckpointTuple,
  PendingWrite,
} from '@langchain/langgraph-checkpoint'

/** Says of each checkpoint whose graph it belongs to, so that a run can go on from it. */
export class StampingSaver extends BaseCheckpointSaver {
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
