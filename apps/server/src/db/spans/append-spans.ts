import type { SpanDetail } from '@lathe/contract'
import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { foldSpans } from './fold-spans.ts'
import { LiveTraces } from './live-traces.ts'
import { keyOf, packPayloads } from './payloads.ts'
import { lockOf, readKnown } from './read-known.ts'
import { rollupRows } from './rollup-rows.ts'
import type { TraceContext } from './trace-context.ts'
import {
  addRollups,
  fillPayloads,
  insertTags,
  upsertPayloads,
  upsertSpans,
  upsertTraces,
} from './upserts.ts'

const CHUNK = 1_000

/**
 * Writes spans with their payloads, the totals of their traces and the rollups in one transaction.
 * Deliveries may come in any order and more than once; the rollups count a span once, when it ends.
 */
export async function appendSpans(
  db: Db,
  workspaceId: string,
  spans: readonly SpanDetail[],
  context: TraceContext = {},
): Promise<void> {
  for (let start = 0; start < spans.length; start += CHUNK)
    await appendChunk(db, workspaceId, spans.slice(start, start + CHUNK), context)
}

async function appendChunk(
  db: Db,
  workspaceId: string,
  spans: readonly SpanDetail[],
  context: TraceContext,
) {
  const payloads = await packPayloads(workspaceId, spans)
  const locks = [...new Set(spans.map(({ traceId }) => lockOf(workspaceId, traceId)))]
  const live = LiveTraces.of(db)

  await db.portable.exclusively(locks, async (queries) => {
    const known = await readKnown(queries, live, workspaceId, spans)
    const folded = foldSpans(known, workspaceId, spans, context)
    const isLate = (row: { trace_id: string; span_id: string }) =>
      folded.late.has(keyOf({ traceId: row.trace_id, id: row.span_id }))
    await atomic(queries, [
      ...upsertTraces(db, folded.traces),
      ...upsertSpans(db, folded.spans),
      ...upsertPayloads(
        db,
        payloads.filter((row) => !isLate(row)),
      ),
      ...fillPayloads(db, payloads.filter(isLate)),
      ...insertTags(db, folded.spans),
      ...addRollups(db, rollupRows(folded.ended)),
    ])
    for (const trace of folded.traces)
      live?.learn(lockOf(workspaceId, trace.id), trace, folded, !known.traces.has(trace.id))
  })
}
