import type { SpanDetail } from '@lathe/contract'
import { atomic } from '../atomic.ts'
import type { Db, Queries } from '../db.ts'
import { foldSpans, type Known } from './fold-spans.ts'
import { keyOf, packPayloads } from './payloads.ts'
import { rollupRows } from './rollup-rows.ts'
import type { TraceContext } from './trace-context.ts'
import { addRollups, insertTags, upsertPayloads, upsertSpans, upsertTraces } from './upserts.ts'

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
  const traceIds = [...new Set(spans.map((span) => span.traceId))]
  const keys = traceIds.map((id) => `${workspaceId}/${id}`)

  await db.portable.exclusively(keys, async (queries) => {
    const known = await readKnown(queries, workspaceId, traceIds, spans)
    const folded = foldSpans(known, workspaceId, spans, context)
    const isLate = (row: { trace_id: string; span_id: string }) =>
      folded.late.has(keyOf({ traceId: row.trace_id, id: row.span_id }))
    await atomic(queries, [
      ...upsertTraces(db, folded.traces),
      ...upsertSpans(db, folded.spans),
      ...upsertPayloads(
        db,
        payloads.filter((row) => !isLate(row)),
        { keep: false },
      ),
      ...upsertPayloads(db, payloads.filter(isLate), { keep: true }),
      ...insertTags(db, folded.spans),
      ...addRollups(db, rollupRows(folded.ended)),
    ])
  })
}

async function readKnown(
  queries: Queries,
  workspaceId: string,
  traceIds: string[],
  spans: readonly SpanDetail[],
): Promise<Known> {
  const ids = [...new Set(spans.map((span) => span.id))]
  const [traces, known] = await Promise.all([
    queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', traceIds)
      .execute(),
    queries
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('id', 'in', ids)
      .execute(),
  ])
  return {
    traces: new Map(traces.map((trace) => [trace.id, trace])),
    spans: new Map(known.map((span) => [keyOf({ traceId: span.trace_id, id: span.id }), span])),
  }
}
