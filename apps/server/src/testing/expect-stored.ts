import { unknownCost } from '@lathe/traces'
import { expect } from 'vitest'
import type { Db } from '../platform/db/db.ts'
import type { IngestBatch } from '../traces/ingest/ingest-batch.ts'
import { createIngest } from '../traces/ingest/ingest.ts'

/** Stores the ingest batches and expects exactly the accepted spans. */
export async function expectStored(db: Db, deliveries: readonly IngestBatch[]): Promise<void> {
  const prices = { of: async () => () => unknownCost }
  const ingest = createIngest({ db, prices, queueBytes: Number.POSITIVE_INFINITY })
  const lost = await Promise.all(deliveries.map((delivery) => ingest.store(delivery)))
  const sent = new Set(deliveries.flatMap(({ parts }) => parts.map(({ id }) => id)))
  for (const { item } of lost.flat()) sent.delete(item)
  const rows = await db.selectFrom('spans').select('id').execute()
  const stored = new Set(rows.map(({ id }) => id))
  expect([...sent].filter((id) => !stored.has(id))).toEqual([])
  expect([...stored].filter((id) => !sent.has(id))).toEqual([])
}
