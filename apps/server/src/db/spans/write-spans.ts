import type { SpanDetail } from '@lathe/contract'
import type { QueryResult } from 'kysely'
import { atomic, type Batch } from '../atomic.ts'
import type { Db, Queries } from '../db.ts'
import type { Folded, Known } from './fold-spans.ts'
import { writeLabels } from './labels.ts'
import { queueTexts } from '../texts/queue-texts.ts'
import { LiveTraces } from './live-traces.ts'
import { queueForwarding } from './queue-forwarding.ts'
import { keyOf, packPayloads, type PayloadRow } from './payloads.ts'
import { lockOf } from './read-known.ts'
import { rollupRows } from './rollup-rows.ts'
import { addRollups, fillPayloads, upsertPayloads, upsertSpans, upsertTraces } from './upserts.ts'

type Write = {
  workspaceId: string
  known: Known
  folded: Folded
  spans: readonly SpanDetail[]
  also: Batch
  /** Packed before the lock was taken, where that was possible. */
  payloads?: PayloadRow[]
}

/** Everything that follows from spans, in one transaction; under the locks of their traces. */
export async function writeSpans(
  db: Db,
  queries: Queries,
  { workspaceId, known, folded, spans, also, payloads: packed }: Write,
): Promise<QueryResult<unknown>[]> {
  const payloads = packed ?? (await packPayloads(workspaceId, spans))
  const isLate = (row: PayloadRow) =>
    folded.late.has(keyOf({ traceId: row.trace_id, id: row.span_id }))
  const results = await atomic(queries, [
    ...upsertTraces(db, folded.traces),
    ...upsertSpans(db, folded.spans),
    ...upsertPayloads(
      db,
      payloads.filter((row) => !isLate(row)),
    ),
    ...fillPayloads(db, payloads.filter(isLate)),
    ...writeLabels(db, known, folded),
    ...queueTexts(db, workspaceId, {
      spans: folded.spans.map((span) => [span.trace_id, span.id]),
    }),
    ...addRollups(db, rollupRows(folded.ended)),
    ...queueForwarding(db, workspaceId, folded),
    ...also,
  ])
  db.texts.wake()
  const live = LiveTraces.of(db)
  for (const trace of folded.traces)
    live?.learn(lockOf(workspaceId, trace.id), trace, folded, !known.traces.has(trace.id))
  return results.slice(results.length - also.length)
}
