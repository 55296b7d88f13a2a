import { newId } from '@lathe/engine/ids'
import { type QueryResult, sql, type SqlBool } from 'kysely'
import { atomic, type Batch, isEmbedded } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { Folded, Known, Stored } from './fold-spans.ts'
import { writeLabels } from './labels.ts'
import { type RootMetadata, writeMetadataLabels } from './metadata-labels.ts'
import { queueTexts } from '../../platform/db/texts/queue-texts.ts'
import { LiveTraces } from '../query/live-traces.ts'
import { findFeedback } from './place-feedback.ts'
import { packBlocks } from '../../platform/db/payloads/payload-blocks.ts'
import { keyOf, payloadParts, type PayloadTexts } from '../../platform/db/payloads/payloads.ts'
import { lockOf } from '../query/read-known.ts'
import { rollupRows } from '../metrics/rollup-rows.ts'
import type { SpanRow } from './span-row.ts'
import type { TraceRow } from './fold-trace.ts'
import { addRollups, insertBlocks, upsertSpans, upsertTraces } from './upserts.ts'
import { now } from '../../platform/time.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { isLarge } from '../../platform/db/packed-json.ts'
import type { BufferedSpan } from '../../platform/db/texts/text-index.ts'
import { isReady, type PayloadJson } from '../../platform/db/payloads/payload-json.ts'

type Write = {
  workspaceId: string
  known: Stored
  folded: Folded
  /** The payloads of the spans. */
  texts: readonly PayloadTexts[]
  roots: readonly RootMetadata[]
  also: Batch
}

/**
 * Writes everything that follows from spans in one transaction, under the locks of their traces.
 */
export async function writeSpans(
  db: Db,
  queries: Queries,
  { workspaceId, known, folded, texts, roots, also }: Write,
): Promise<QueryResult<unknown>[]> {
  // First, because it records in spans and traces where their payloads are.
  const blocks = await packBlocks(db, known, folded, texts)
  const queuedId = newId()
  const results = await atomic(queries, [
    ...upsertTraces(db, folded.traces),
    ...upsertSpans(db, folded.spans),
    ...insertBlocks(db, blocks),
    ...writeLabels(db, known, folded),
    ...writeMetadataLabels(db, known, folded, roots),
    ...queueTexts(db, workspaceId, { spans: folded.spans.map(addressOf) }, queuedId),
    ...addRollups(db, rollupRows(uncounted(folded, known))),
    ...queueForwarding(db, workspaceId, folded),
    ...findFeedback(db, workspaceId, known, folded),
    ...also,
  ])
  db.texts.wake({ id: queuedId, spans: bufferableSpans(known, folded, texts) })
  const live = LiveTraces.of(db)
  const spansOf = Map.groupBy(folded.spans, (span) => span.trace_id)
  for (const trace of folded.traces) {
    // Its next spans must look up again that it was counted.
    if (known.deleted.has(trace.id)) continue
    const isNew = !known.traces.has(trace.id)
    live?.learn(lockOf(workspaceId, trace.id), trace, spansOf.get(trace.id) ?? [], isNew)
  }
  return results.slice(results.length - also.length)
}

/** Excludes what was counted before the trace was deleted. */
function uncounted({ ended, corrected }: Folded, { deleted }: Stored) {
  if (deleted.size === 0) return { ended, corrected }
  const isNew = ({ id, ended_at }: SpanRow, trace: TraceRow) => {
    const until = deleted.get(trace.id)
    if (until === undefined) return true
    // The root had not ended at the deletion.
    return until !== null && (id === trace.root_id || (ended_at ?? 0) > until)
  }
  return {
    ended: ended.filter(({ span, trace }) => isNew(span, trace)),
    corrected: {
      spans: corrected.spans.filter(({ after, trace }) => isNew(after, trace)),
      traces: corrected.traces.filter(({ after }) => deleted.get(after.id) !== null),
    },
  }
}

const addressOf = ({ trace_id, id }: SpanRow): [string, string] => [trace_id, id]

/**
 * Queues ended traces for forwarding in the transaction of the spans. Later changes queue them
 * again.
 */
function queueForwarding(db: Queries, workspaceId: string, { traces }: Folded): Batch {
  const ids = traces.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [id]))
  return ids.length === 0
    ? []
    : [queue.with(db, { workspaceId, ids: JSON.stringify(ids), at: now() })]
}

type Queued = { workspaceId: string; ids: string; at: number }

const queue = prepared((db, slot: Slots<Queued>) => {
  const at = sql<number>`cast(${slot('at')} as bigint)`
  return db
    .insertInto('forwarding_outbox')
    .columns(['workspace_id', 'trace_id', 'queued_at', 'revision', 'attempts', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .innerJoin('forwardings', 'forwardings.workspace_id', 'traces.workspace_id')
        .select([
          'traces.workspace_id',
          'traces.id as trace_id',
          at.as('queued_at'),
          sql.lit(1).as('revision'),
          sql.lit(0).as('attempts'),
          at.as('due_at'),
        ])
        .where('traces.workspace_id', '=', slot('workspaceId'))
        .where(sql<SqlBool>`traces.id in (${elementsOf(db, slot('ids'))})`)
        .where((or) => or.or([or('is_on', '=', 1), or('env_on', '=', 1)]))
        .where((or) => or.or([or('traces.source', 'is', null), or('sends_external', '=', 1)])),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'trace_id'])
        .doUpdateSet((eb) => ({ revision: eb('forwarding_outbox.revision', '+', 1) })),
    )
})

const elementsOf = (db: Queries, list: string) =>
  isEmbedded(db)
    ? sql`select value from json_each(${list})`
    : sql`select json_array_elements_text(cast(${list} as json))`

/** Spans that are new and thus complete in this batch. */
function bufferableSpans(
  known: Known,
  folded: Folded,
  texts: readonly PayloadTexts[],
): BufferedSpan[] {
  const textsOf = new Map(
    texts.map((one) => [keyOf({ traceId: one.traceId, id: one.spanId }), one]),
  )
  return folded.spans.flatMap((span): BufferedSpan[] => {
    const key = keyOf({ traceId: span.trace_id, id: span.id })
    const carried = textsOf.get(key)
    const payloads = payloadParts.flatMap((part) => carried?.[part] ?? [])
    if (known.spans.has(key) || payloads.some(isTooMuch)) return []
    const { trace_id: traceId, id: spanId, ended_at: endedAt, name, model, error } = span
    return [{ traceId, spanId, isEnded: endedAt !== null, name, model, error, payloads }]
  })
}

/** Too large to keep in memory; read from the store later. */
const isTooMuch = (json: PayloadJson) => !isReady(json) && isLarge(json)
