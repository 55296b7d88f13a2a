import type { Redaction } from '@lathe/contract'
import type { Db } from '../../platform/db/db.ts'
import { readSpanBatches } from '../query/read-details.ts'
import { createRedact } from '../../platform/crypto/redact.ts'
import { createRunPositions } from './run-positions.ts'
import { type ForwardedRun, toRun } from './to-run.ts'

type Source = { db: Db; workspaceId: string }
type Trace = { id: string; root_id: string | null; thread_id: string | null }
type Outgoing = { project: string; redaction: Redaction }

const MAX_SPANS = 100

/** Yields the spans as LangSmith runs, redacted, in batches that keep requests small. */
export async function* traceRuns(
  source: Source,
  trace: Trace,
  { project, redaction }: Outgoing,
): AsyncGenerator<ForwardedRun[], void> {
  const spans = await source.db
    .selectFrom('spans')
    .select(['id', 'parent_id', 'started_at', 'payload_bytes'])
    .where('workspace_id', '=', source.workspaceId)
    .where('trace_id', '=', trace.id)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  const findPosition = createRunPositions(trace, spans)
  const redact = createRedact(redaction)
  const files = sendsAttachments(redaction) ? await sumAttachmentSizes(source, trace.id) : undefined
  const spanSizes = spans.map(({ id, payload_bytes: bytes }) => ({
    id,
    bytes: bytes + (files?.get(id) ?? 0),
  }))
  const address = { ...source, id: trace.id }
  for await (const batch of readSpanBatches(address, spanSizes, MAX_SPANS)) {
    const attachments = files ? await readAttachments(address, batch) : undefined
    yield batch.map((span) =>
      toRun({ ...span, project, threadId: trace.thread_id }, findPosition(span.id), {
        redaction,
        redact,
        attachments: attachments?.get(span.id) ?? [],
      }),
    )
  }
}

/** Attachments are part of inputs and outputs. */
const sendsAttachments = ({ hidesInputs, hidesOutputs, hidesFiles }: Redaction): boolean =>
  !(hidesInputs || hidesOutputs || hidesFiles)

/** Returns attachment sizes by span. */
async function sumAttachmentSizes({ db, workspaceId }: Source, traceId: string) {
  const rows = await db
    .selectFrom('attachments')
    .select((eb) => ['span_id', eb.fn.sum<number | string>('size').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .groupBy('span_id')
    .execute()
  return new Map(rows.map(({ span_id, bytes }) => [span_id, Number(bytes)]))
}

async function readAttachments(
  { db, workspaceId, id }: Source & { id: string },
  spans: readonly { id: string }[],
) {
  const rows = await db
    .selectFrom('attachments')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)
    .where((eb) =>
      db.portable.isOneOf(
        eb.ref('span_id'),
        spans.map((span) => span.id),
      ),
    )
    .execute()
  return Map.groupBy(rows, (row) => row.span_id)
}
