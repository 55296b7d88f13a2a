import { newId } from '@lathe/engine/ids'
import type { QueryResult } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { Folded, Stored } from './fold-spans.ts'
import { writeLabels } from './labels.ts'
import { type RootMetadata, writeMetadataLabels } from './metadata-labels.ts'
import { queueTexts } from '../../platform/db/texts/queue-texts.ts'
import { LiveTraces } from '../query/live-traces.ts'
import { findFeedback } from './place-feedback.ts'
import { queueForwarding } from './queue-forwarding.ts'
import { packBlocks } from '../../platform/db/payloads/payload-blocks.ts'
import type { PayloadTexts } from '../../platform/db/payloads/payloads.ts'
import { lockOf } from '../query/read-known.ts'
import { rollupRows } from '../metrics/rollup-rows.ts'
import type { SpanRow } from './span-row.ts'
import type { TraceRow } from './fold-trace.ts'
import { addRollups, insertBlocks, upsertSpans, upsertTraces } from './upserts.ts'
import { spansAtHand } from './spans-at-hand.ts'

type Write = {
  workspaceId: string
  known: Stored
  folded: Folded
  /** The payloads of the spans. */
  texts: readonly PayloadTexts[]
  roots: readonly RootMetadata[]
  also: Batch
}

/** Everything that follows from spans, in one transaction; under the locks of their traces. */
export async function writeSpans(
  db: Db,
  queries: Queries,
  { workspaceId, known, folded, texts, roots, also }: Write,
): Promise<QueryResult<unknown>[]> {
  // First, because it notes on spans and traces where their payloads are.
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
  db.texts.wake({ id: queuedId, spans: spansAtHand(known, folded, texts) })
  const live = LiveTraces.of(db)
  const spansOf = Map.groupBy(folded.spans, (span) => span.trace_id)
  for (const trace of folded.traces) {
    // Its next spans have to find out again that it was counted.
    if (known.deleted.has(trace.id)) continue
    const isNew = !known.traces.has(trace.id)
    live?.learn(lockOf(workspaceId, trace.id), trace, spansOf.get(trace.id) ?? [], isNew)
  }
  return results.slice(results.length - also.length)
}

/** Without what was counted before its trace was deleted. */
function uncounted({ ended, corrected }: Folded, { deleted }: Stored) {
  if (deleted.size === 0) return { ended, corrected }
  const isNew = ({ id, ended_at }: SpanRow, trace: TraceRow) => {
    const until = deleted.get(trace.id)
    if (until === undefined) return true
    // The root had not ended by then, whatever it says now.
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
