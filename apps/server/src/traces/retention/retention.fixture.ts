import { appendSpans } from '../store/append-spans.ts'
import { makeSpan } from '../store/span.fixture.ts'
import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'

export const DAY = 86_400_000_000

/** Stores ended traces of one megabyte, one per day back from today. */
export async function storeDaily(db: Db, count: number) {
  const now = Date.now() * 1_000
  const spans = Array.from({ length: count }, (_, age) => {
    const startedAt = now - age * DAY - 1_000_000
    return makeSpan({
      startedAt,
      endedAt: startedAt + 1_000,
      payloadBytes: 1_000_000,
      inputs: `day ${age}`,
    })
  })
  await appendSpans(db, DEFAULT_WORKSPACE, spans)
  await storeAtStart(db)
  return spans
}

export const storeAtStart = (db: Db) =>
  db
    .updateTable('traces')
    .set((eb) => ({ stored_at: eb.ref('started_at') }))
    .execute()
