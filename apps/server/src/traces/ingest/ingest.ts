import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { freeMemory } from '../../platform/process/free-memory.ts'
import type { PriceBook } from '../../models/price-book.ts'
import type { IngestBatch, Rejection } from './ingest-batch.ts'
import { isStoreUnavailable } from '../../platform/db/store-errors.ts'
import { createByteBudget } from '../../platform/http/body/byte-budget.ts'
import { writeBatches } from './write-batches.ts'
import { now } from '../../platform/time.ts'

const QUEUE_FULL = 'Ingest queue is full. Retry later.'

/** One batch is prepared while another is written. */
const CONCURRENT_WRITES = 2

type QueuedBatch = {
  batch: IngestBatch
  resolve: (rejected: Rejection[]) => void
  reject: (error: unknown) => void
}

export type Ingest = ReturnType<typeof createIngest>

type IngestOptions = { db: Db; prices: Pick<PriceBook, 'of'>; queueBytes: number }

/** Creates the ingest queue of all integrations. Requests that wait are written together. */
export function createIngest({ db, prices, queueBytes }: IngestOptions) {
  const queue: QueuedBatch[] = []
  let activeWriters = 0

  const write = async (batches: IngestBatch[]) =>
    await writeBatches(
      {
        db,
        workspaceId: DEFAULT_WORKSPACE,
        calculateCost: await prices.of(DEFAULT_WORKSPACE),
        receivedAt: now(),
      },
      batches,
    )

  async function writeGroup(group: QueuedBatch[]) {
    let rejections: Rejection[][]
    try {
      rejections = await write(group.map(({ batch }) => batch))
    } catch (error) {
      // If one request cannot be written, the others still are.
      if (group.length > 1 && !isStoreUnavailable(error))
        for (const entry of group) await writeGroup([entry])
      else for (const { reject } of group) reject(error)
      return
    }
    for (const [index, { batch, resolve }] of group.entries()) {
      freeMemory(...batch.memory)
      resolve(rejections[index] ?? [])
    }
  }

  async function drainQueue() {
    activeWriters += 1
    while (queue.length > 0) await writeGroup(takeGroup(queue))
    activeWriters -= 1
  }

  return {
    budget: createByteBudget(queueBytes, QUEUE_FULL),
    /** Resolves once everything is on disk, with the rejections. */
    store: async (batch: IngestBatch): Promise<Rejection[]> =>
      await new Promise((resolve, reject) => {
        queue.push({ batch, resolve, reject })
        if (activeWriters < CONCURRENT_WRITES) void drainQueue()
      }),
  }
}

/** Rows per transaction when several requests wait. More would block the process for too long. */
const MAX_GROUP_ROWS = 400

/** Takes requests of one source from the front of the queue, at least one. */
export function takeGroup<T extends { batch: IngestBatch }>(queue: T[]): T[] {
  let rows = 0
  let count = 0
  for (const { batch } of queue) {
    const isSameSource = batch.source === queue[0]?.batch.source
    const batchRows = batch.parts.length + batch.feedback.length
    if (count > 0 && (!isSameSource || rows + batchRows > MAX_GROUP_ROWS)) break
    rows += batchRows
    count += 1
  }
  return queue.splice(0, count)
}
