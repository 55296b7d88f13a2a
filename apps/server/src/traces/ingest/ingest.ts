import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { freeMemory } from '../../platform/process/free-memory.ts'
import type { PriceBook } from '../../models/price-book.ts'
import type { Delivery, Rejection } from './delivery.ts'
import { isStoreUnavailable } from '../../platform/db/store-errors.ts'
import { createByteBudget } from '../../platform/http/body/byte-budget.ts'
import { writeDeliveries } from './write-deliveries.ts'
import { now } from '../../platform/time.ts'

const FULL = 'Ingest queue is full. Retry later.'

/** One batch is prepared while another is written. */
const AT_ONCE = 2

type Waiting = {
  delivery: Delivery
  resolve: (rejected: Rejection[]) => void
  reject: (error: unknown) => void
}

export type Ingest = ReturnType<typeof createIngest>

type IngestOptions = { db: Db; prices: Pick<PriceBook, 'of'>; queueBytes: number }

/** Creates the ingest queue of all integrations. Requests that wait are written together. */
export function createIngest({ db, prices, queueBytes }: IngestOptions) {
  const waiting: Waiting[] = []
  let writing = 0

  const write = async (deliveries: Delivery[]) =>
    await writeDeliveries(
      {
        db,
        workspaceId: DEFAULT_WORKSPACE,
        priceOf: await prices.of(DEFAULT_WORKSPACE),
        receivedAt: now(),
      },
      deliveries,
    )

  async function writeTogether(batch: Waiting[]) {
    let lost: Rejection[][]
    try {
      lost = await write(batch.map(({ delivery }) => delivery))
    } catch (error) {
      // If one request cannot be written, the others still are.
      if (batch.length > 1 && !isStoreUnavailable(error))
        for (const one of batch) await writeTogether([one])
      else for (const { reject } of batch) reject(error)
      return
    }
    for (const [index, { delivery, resolve }] of batch.entries()) {
      freeMemory(...delivery.memory)
      resolve(lost[index] ?? [])
    }
  }

  async function work() {
    writing += 1
    while (waiting.length > 0) await writeTogether(takeBatch(waiting))
    writing -= 1
  }

  return {
    budget: createByteBudget(queueBytes, FULL),
    /** Resolves once everything is on disk, with the rejections. */
    store: async (delivery: Delivery): Promise<Rejection[]> =>
      await new Promise((resolve, reject) => {
        waiting.push({ delivery, resolve, reject })
        if (writing < AT_ONCE) void work()
      }),
  }
}

/** Rows per transaction when several requests wait. More would block the process for too long. */
const BATCH = 400

/** Takes requests of one source from the front of the queue, at least one. */
export function takeBatch<T extends { delivery: Delivery }>(waiting: T[]): T[] {
  let rows = 0
  let count = 0
  for (const { delivery } of waiting) {
    const isSame = delivery.source === waiting[0]?.delivery.source
    const more = delivery.parts.length + delivery.feedback.length
    if (count > 0 && (!isSame || rows + more > BATCH)) break
    rows += more
    count += 1
  }
  return waiting.splice(0, count)
}
