import { newId } from '@lathe/engine/ids'
import { type QueryResult, sql, type SqlBool } from 'kysely'
import { atomic, type Batch, isEmbedded } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { TraceChanges, StoredRows, StoredBatch } from './fold-spans.ts'
import { writeLabels } from './labels.ts'
import { type RootMetadata, writeMetadataLabels } from './metadata-labels.ts'
import { queueTexts } from '../../platform/db/texts/queue-texts.ts'
import { LiveTraces } from './live-traces.ts'
import { assignFeedback } from './assign-feedback.ts'
import { packBlocks } from '../../platform/db/payloads/payload-blocks.ts'
import { keyOf, payloadParts, type PayloadTexts } from '../../platform/db/payloads/payloads.ts'
import { traceLockKey } from './load-stored.ts'
import { rollupRows } from '../metrics/rollup-rows.ts'
import type { SpanRow } from './span-row.ts'
import type { TraceRow } from './fold-trace.ts'
import { addRollups, insertBlocks, upsertSpans, upsertTraces } from './upserts.ts'
import { now } from '../../platform/time.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { isLarge } from '../../platform/db/packed-json.ts'
import type { BufferedSpan } from '../../platform/db/texts/text-index.ts'
import { isReady, type PayloadJson } from '../../platform/db/payloads/payload-json.ts'

type SpanWrite = {
  workspaceId: string
  stored: StoredBatch
  changes: TraceChanges
  /** The payloads of the spans. */
  texts: readonly PayloadTexts[]
  roots: readonly RootMetadata[]
  extraQueries: Batch
}

/**
 * Writes everything that follows from spans in one transaction, under the locks of their traces.
 */
export async function writeSpans(
  db: Db,
  queries: Queries,
  { workspaceId, stored, changes, texts, roots, extraQueries }: SpanWrite,
): Promise<QueryResult<unknown>[]> {
  // First, because it records in spans and traces where their payloads are.
  const blocks = await packBlocks(db, stored, changes, texts)
  const queuedId = newId()
  const results = await atomic(queries, [
    ...upsertTraces(db, changes.traces),
    ...upsertSpans(db, changes.spans),
    ...insertBlocks(db, blocks),
    ...writeLabels(db, stored, changes),
    ...writeMetadataLabels(db, stored, changes, roots),
    ...queueTexts(db, workspaceId, { spans: changes.spans.map(spanAddress) }, queuedId),
    ...addRollups(db, rollupRows(excludeCounted(changes, stored))),
    ...queueForwarding(db, workspaceId, changes),
    ...assignFeedback(db, workspaceId, stored, changes),
    ...extraQueries,
  ])
  db.texts.wake({ id: queuedId, spans: bufferableSpans(stored, changes, texts) })
  const live = LiveTraces.of(db)
  const spansByTrace = Map.groupBy(changes.spans, (span) => span.trace_id)
  for (const trace of changes.traces) {
    // Its next spans must look up again that it was counted.
    if (stored.deleted.has(trace.id)) continue
    const isNew = !stored.traces.has(trace.id)
    live?.update(
      traceLockKey(workspaceId, trace.id),
      trace,
      spansByTrace.get(trace.id) ?? [],
      isNew,
    )
  }
  return results.slice(results.length - extraQueries.length)
}

/** Excludes what was counted before the trace was deleted. */
function excludeCounted({ endedSpans, corrections }: TraceChanges, { deleted }: StoredBatch) {
  if (deleted.size === 0) return { endedSpans, corrections }
  const isNew = ({ id, ended_at }: SpanRow, trace: TraceRow) => {
    const countedUntil = deleted.get(trace.id)
    if (countedUntil === undefined) return true
    // The root had not ended at the deletion.
    return countedUntil !== null && (id === trace.root_id || (ended_at ?? 0) > countedUntil)
  }
  return {
    endedSpans: endedSpans.filter(({ span, trace }) => isNew(span, trace)),
    corrections: {
      spans: corrections.spans.filter(({ after, trace }) => isNew(after, trace)),
      traces: corrections.traces.filter(({ after }) => deleted.get(after.id) !== null),
    },
  }
}

const spanAddress = ({ trace_id, id }: SpanRow): [string, string] => [trace_id, id]

/**
 * Queues ended traces for forwarding in the transaction of the spans. Later changes queue them
 * again.
 */
function queueForwarding(db: Queries, workspaceId: string, { traces }: TraceChanges): Batch {
  const ids = traces.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [id]))
  return ids.length === 0
    ? []
    : [queueStatement.with(db, { workspaceId, ids: JSON.stringify(ids), time: now() })]
}

type QueuedForwarding = { workspaceId: string; ids: string; time: number }

const queueStatement = prepared((db, slot: Slots<QueuedForwarding>) => {
  const time = sql<number>`cast(${slot('time')} as bigint)`
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
          time.as('queued_at'),
          sql.lit(1).as('revision'),
          sql.lit(0).as('attempts'),
          time.as('due_at'),
        ])
        .where('traces.workspace_id', '=', slot('workspaceId'))
        .where(sql<SqlBool>`traces.id in (${jsonElements(db, slot('ids'))})`)
        .where((inner) => inner.or([inner('is_on', '=', 1), inner('env_on', '=', 1)]))
        .where((inner) =>
          inner.or([inner('traces.source', 'is', null), inner('sends_external', '=', 1)]),
        ),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'trace_id'])
        .doUpdateSet((eb) => ({ revision: eb('forwarding_outbox.revision', '+', 1) })),
    )
})

const jsonElements = (db: Queries, list: string) =>
  isEmbedded(db)
    ? sql`select value from json_each(${list})`
    : sql`select json_array_elements_text(cast(${list} as json))`

/** Spans that are new and thus complete in this batch. */
function bufferableSpans(
  stored: StoredRows,
  changes: TraceChanges,
  texts: readonly PayloadTexts[],
): BufferedSpan[] {
  const textsBySpan = new Map(
    texts.map((text) => [keyOf({ traceId: text.traceId, id: text.spanId }), text]),
  )
  return changes.spans.flatMap((span): BufferedSpan[] => {
    const key = keyOf({ traceId: span.trace_id, id: span.id })
    const spanTexts = textsBySpan.get(key)
    const payloads = payloadParts.flatMap((part) => spanTexts?.[part] ?? [])
    if (stored.spans.has(key) || payloads.some(isTooLarge)) return []
    const { trace_id: traceId, id: spanId, ended_at: endedAt, name, model, error } = span
    return [{ traceId, spanId, isEnded: endedAt !== null, name, model, error, payloads }]
  })
}

/** Too large to keep in memory; read from the store later. */
const isTooLarge = (json: PayloadJson) => !isReady(json) && isLarge(json)
