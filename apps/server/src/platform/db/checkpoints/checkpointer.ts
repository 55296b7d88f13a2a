import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
  WRITES_IDX_MAP,
} from '@langchain/langgraph-checkpoint'
import { atomic, type Batch } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { type RunHold, whileHeld } from '../run-hold.ts'
import { type BatchSink, findBatchSink } from '../batch-sink.ts'
import { BlockBuffer } from '../value-blocks/block-buffer.ts'
import { insertBlocks } from '../value-blocks/blocks.store.ts'
import { toAddress, toConfig } from './address.ts'
import { deleteCheckpoints } from './delete-checkpoints.ts'
import { changedBlobs, toStored, withoutValues } from './blobs.ts'
import { findCheckpoint, listCheckpoints } from './rows.ts'
import { withPlainJson } from './serializer.ts'
import { toTuple } from './tuples.ts'
import { nextVersion } from './versions.ts'
import { now } from '../../time.ts'
import { rowInserter } from '../insert-rows.ts'

const PAGE = 50

/** Stores LangGraph's checkpoints of one workspace in Lathe's database. */
export class Checkpointer extends BaseCheckpointSaver {
  readonly #db: Queries
  readonly #workspaceId: string
  readonly #hold: RunHold | undefined
  readonly #batchSink: BatchSink | undefined

  /**
   * With `run`, writes only while the run is held, and in one batch with the recordings of the
   * sink.
   */
  constructor(db: Queries, workspaceId: string, run?: RunHold & { sink?: object }) {
    super()
    this.serde = withPlainJson(this.serde)
    this.#db = db
    this.#workspaceId = workspaceId
    this.#hold = run
    this.#batchSink = run?.sink && findBatchSink(run.sink)
  }

  get savesWithRecord(): boolean {
    return this.#batchSink !== undefined
  }

  /** The cast holds because LangGraph only compares versions, numbers and strings alike. */
  override getNextVersion(current: number | undefined): number {
    return nextVersion(current) as unknown as number
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    if (config.configurable?.['thread_id'] === undefined) return undefined
    const row = await findCheckpoint(this.#db, this.#workspaceId, toAddress(config))
    return row && (await toTuple(this.#db, this.serde, row))
  }

  override async *list(
    config: RunnableConfig,
    { limit = Infinity, before, filter = {} }: CheckpointListOptions = {},
  ): AsyncGenerator<CheckpointTuple> {
    const { configurable } = config
    const where = {
      threadId: configurable?.['thread_id'],
      namespace: configurable?.['checkpoint_ns'],
      checkpointId: configurable?.['checkpoint_id'],
      before: before?.configurable?.['checkpoint_id'],
    }
    const matchesFilter = matches(filter)
    let remaining = limit
    let last: Awaited<ReturnType<typeof findCheckpoint>>
    while (remaining > 0) {
      const size = Math.min(remaining, PAGE)
      const rows = await listCheckpoints(this.#db, this.#workspaceId, where, last, size)
      for (const row of rows) {
        if (remaining <= 0 || !matchesFilter(await this.serde.loadsTyped('json', row.metadata)))
          continue
        remaining -= 1
        yield await toTuple(this.#db, this.serde, row)
      }
      if (rows.length < size) return
      last = rows.at(-1)
    }
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const { threadId, namespace } = toAddress(config)
    await this.#write(threadId, (buffer) =>
      this.#checkpoint(config, checkpoint, metadata, newVersions, buffer),
    )
    return toConfig(threadId, namespace, checkpoint.id)
  }

  async #checkpoint(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
    buffer: BlockBuffer,
  ): Promise<Batch> {
    const { threadId, namespace, checkpointId: parentId } = toAddress(config)
    const blockPlace = this.#place(threadId, namespace)
    const [[type, body], [, meta], blobs] = await Promise.all([
      this.serde.dumpsTyped(withoutValues(checkpoint)),
      this.serde.dumpsTyped(metadata),
      changedBlobs(checkpoint, newVersions, this.serde, buffer),
    ])
    const row = {
      ...blockPlace,
      checkpoint_id: checkpoint.id,
      parent_checkpoint_id: parentId ?? null,
      created_at: now(),
      metadata: new TextDecoder().decode(meta),
      type,
      checkpoint: body,
    }
    return [
      ...insertBlobs(
        this.#db,
        blobs.map((blob) => ({ ...blockPlace, ...blob })),
      ),
      ...upsertCheckpoint(this.#db, [row]),
    ]
  }

  override async putWrites(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
  ): Promise<void> {
    const { threadId } = toAddress(config)
    await this.#write(threadId, (buffer) => this.#writes(config, writes, taskId, buffer))
  }

  async #writes(
    config: RunnableConfig,
    writes: PendingWrite[],
    taskId: string,
    buffer: BlockBuffer,
  ): Promise<Batch> {
    const { threadId, namespace, checkpointId } = toAddress(config)
    if (checkpointId === undefined) throw new Error('Pending writes need a "checkpoint_id"')
    const blockPlace = this.#place(threadId, namespace)
    const rows = await Promise.all(
      writes.map(async ([channel, content], index) => {
        const storedValue = await toStored(content, this.serde, buffer)
        const idx = WRITES_IDX_MAP[channel] ?? index
        return {
          ...blockPlace,
          checkpoint_id: checkpointId,
          task_id: taskId,
          idx,
          channel,
          ...storedValue,
        }
      }),
    )
    return [
      // A retried task repeats its writes: keep the first.
      ...insertWrites(
        this.#db,
        rows.filter(({ idx }) => idx >= 0),
      ),
      // Keep the last error, interrupt or answer of a task.
      ...upsertWrites(
        this.#db,
        rows.filter(({ idx }) => idx < 0),
      ),
    ]
  }

  override async deleteThread(threadId: string): Promise<void> {
    await atomic(this.#db, deleteCheckpoints(this.#db, this.#workspaceId, threadId))
  }

  /** With a sink, the sink stores the blocks. */
  async #write(
    threadId: string,
    createBatch: (buffer: BlockBuffer) => Promise<Batch>,
  ): Promise<void> {
    if (this.#batchSink)
      return await this.#batchSink.storeBatch(createBatch(this.#batchSink.blocks))
    const buffer = new BlockBuffer()
    const batch = await createBatch(buffer)
    const blockPlace = { workspaceId: this.#workspaceId, threadId }
    const runHold = this.#hold ? whileHeld(this.#db, this.#hold) : []
    await atomic(this.#db, [
      ...runHold,
      ...insertBlocks(this.#db, blockPlace, buffer.take()),
      ...batch,
    ])
  }

  #place(threadId: string, namespace: string) {
    return { workspace_id: this.#workspaceId, thread_id: threadId, checkpoint_ns: namespace }
  }
}

const matches = (filter: Record<string, unknown>) => {
  const conditions = Object.entries(filter)
  return (metadata: Record<string, unknown>) =>
    conditions.every(([key, value]) => metadata[key] === value)
}

export const insertBlobs = rowInserter('checkpoint_blobs', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export const upsertCheckpoint = rowInserter('checkpoints', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id'])
      .doUpdateSet((eb) => ({
        parent_checkpoint_id: eb.ref('excluded.parent_checkpoint_id'),
        metadata: eb.ref('excluded.metadata'),
        type: eb.ref('excluded.type'),
        checkpoint: eb.ref('excluded.checkpoint'),
      })),
  ),
)

export const insertWrites = rowInserter('checkpoint_writes', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export const upsertWrites = rowInserter('checkpoint_writes', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx'])
      .doUpdateSet((eb) => ({
        channel: eb.ref('excluded.channel'),
        type: eb.ref('excluded.type'),
        value: eb.ref('excluded.value'),
        blocks: eb.ref('excluded.blocks'),
      })),
  ),
)
