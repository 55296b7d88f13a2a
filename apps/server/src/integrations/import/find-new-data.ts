import type { SpanDetail } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { mergeSpan } from '../../traces/store/fold-spans.ts'
import { keyOf, type StoredPayload, toPayload } from '../../platform/db/payloads/payloads.ts'
import { loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { type SpanRow, toSpan, toSpanRow } from '../../traces/store/span-row.ts'
import type { LatheTrace } from './lathe-trace.ts'
import type { Fault } from './feedback-and-attachments.ts'

type ImportContext = { db: Db; workspaceId: string }

/**
 * Returns new data of the trace: spans, ends of spans that are open here, feedback and attachments.
 * `faults` lists feedback whose id belongs to other feedback. `waiting` maps ids of feedback that
 * is not stored yet to traces.
 */
export async function findNewData(
  context: ImportContext,
  { id, spans, extras }: LatheTrace,
  pendingFeedback: ReadonlyMap<string, string>,
) {
  const [stored, openSpans, feedbackById, storedAttachments] = await Promise.all([
    findIds(context, id),
    findOpenSpans(context, id),
    findFeedback(
      context,
      extras.feedback.map((item) => item.id),
    ),
    findAttached(context, id),
  ])
  const traceSpanIds = new Set([...stored, ...spans.map((span) => span.id)])
  const isTaken = (item: { id: string }) =>
    feedbackById.has(item.id) || pendingFeedback.has(item.id)
  const isStored = (item: { id: string }) => {
    const stored = feedbackById.get(item.id)
    if (!stored) return pendingFeedback.get(item.id) === id
    // Feedback that waits for its span is stored with it.
    return stored.trace_id === null
      ? traceSpanIds.has(stored.span_id ?? '')
      : stored.trace_id === id
  }
  return {
    spans: spans.flatMap((span) => {
      const openSpan = openSpans.get(span.id)
      if (openSpan && span.endedAt !== null) return [endSpan(openSpan, span)]
      return stored.has(span.id) ? [] : [span]
    }),
    feedback: extras.feedback.filter((item) => !isTaken(item)),
    faults: extras.feedback.filter((item) => isTaken(item) && !isStored(item)).map(misplacedFault),
    attachments: extras.attachments.filter(
      ({ spanId, name }) => !storedAttachments.has(`${spanId}/${name}`),
    ),
  }
}

type ImportedFeedback = LatheTrace['extras']['feedback'][number]

type OpenSpan = { row: SpanRow; payload: StoredPayload | undefined }

/** Ends a stored span as in the file, with only the data that is missing here. */
function endSpan({ row, payload }: OpenSpan, span: SpanDetail): SpanDetail {
  const spanRow = toSpanRow(row.workspace_id, span)
  const { status, ended_at, payload_bytes } = spanRow
  const mergedSpan = mergeSpan(spanRow, { ...row, status, ended_at, payload_bytes })
  const empty = toPayload(undefined)
  return {
    ...toSpan(mergedSpan),
    // Empty fields do not overwrite stored ones.
    inputs: payload?.inputs ? empty.inputs : span.inputs,
    outputs: payload?.outputs ? empty.outputs : span.outputs,
    events: payload?.events ? empty.events : span.events,
    metadata: payload?.metadata ? empty.metadata : span.metadata,
  }
}

async function findIds({ db, workspaceId }: ImportContext, traceId: string) {
  const rows = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

async function findOpenSpans({ db, workspaceId }: ImportContext, traceId: string) {
  const rows = await db
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('ended_at', 'is', null)
    .execute()
  const payloads = await loadPayloads(db, workspaceId, rows)
  return new Map(
    rows.map((row) => [row.id, { row, payload: payloads.get(keyOf({ traceId, id: row.id })) }]),
  )
}

const misplacedFault = ({ id, key }: ImportedFeedback): Fault => ({
  field: 'feedbackItems',
  reason: `leave out ${key}: its id, ${id}, belongs to other feedback`,
})

/** Searches all traces, because feedback ids are unique. */
async function findFeedback({ db, workspaceId }: ImportContext, ids: string[]) {
  const rows = await db
    .selectFrom('feedback')
    .select(['id', 'trace_id', 'span_id'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isOneOf(eb.ref('id'), ids))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

async function findAttached({ db, workspaceId }: ImportContext, traceId: string) {
  const rows = await db
    .selectFrom('attachments')
    .select(['span_id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .execute()
  return new Set(rows.map((file) => `${file.span_id}/${file.name}`))
}
