import type { Redaction } from '@lathe/contract'
import type { Queries } from '../db/db.ts'
import { inParts } from '../db/spans/in-parts.ts'
import { toPayload } from '../db/spans/payloads.ts'
import { toSpan } from '../db/spans/span-row.ts'
import { createRedact } from './redact.ts'
import { placesOf } from './places.ts'
import { type ForwardedRun, toRun } from './to-run.ts'

type Source = { db: Queries; workspaceId: string }
type Trace = { id: string; root_id: string | null; thread_id: string | null }
type Outgoing = { project: string; redaction: Redaction }

const MOST_SPANS = 100

/** The trace's spans as LangSmith's runs, redacted, so many at a time that a request stays small. */
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
  const placeOf = placesOf(trace, spans)
  const redact = createRedact(redaction)
  const files = sendsFiles(redaction) ? await sizesOfFiles(source, trace.id) : undefined
  const sized = spans.map(({ id, payload_bytes: bytes }) => ({
    id,
    bytes: bytes + (files?.get(id) ?? 0),
  }))
  for (const ids of inParts(sized, MOST_SPANS))
    yield (await load(source, trace.id, ids, files !== undefined)).map(({ span, attachments }) =>
      toRun({ ...span, project, threadId: trace.thread_id, traceId: trace.id }, placeOf(span.id), {
        redaction,
        redact,
        attachments,
      }),
    )
}

/** Files are part of what goes in and comes out. */
const sendsFiles = ({ hidesInputs, hidesOutputs, hidesFiles }: Redaction): boolean =>
  !(hidesInputs || hidesOutputs || hidesFiles)

/** Bytes of what is attached, by the span. */
async function sizesOfFiles({ db, workspaceId }: Source, traceId: string) {
  const rows = await db
    .selectFrom('attachments')
    .select((eb) => ['span_id', eb.fn.sum<number | string>('size').as('bytes')])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .groupBy('span_id')
    .execute()
  return new Map(rows.map(({ span_id, bytes }) => [span_id, Number(bytes)]))
}

async function load(
  { db, workspaceId }: Source,
  traceId: string,
  ids: string[],
  withAttachments: boolean,
) {
  const [rows, payloads, attachments] = await Promise.all([
    db
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', traceId)
      .where('id', 'in', ids)
      .orderBy('started_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('span_payloads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', traceId)
      .where('span_id', 'in', ids)
      .execute(),
    withAttachments
      ? db
          .selectFrom('attachments')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where('trace_id', '=', traceId)
          .where('span_id', 'in', ids)
          .execute()
      : [],
  ])
  const payloadOf = new Map(payloads.map((row) => [row.span_id, row]))
  return rows.map((row) => ({
    span: { ...toSpan(row), ...toPayload(payloadOf.get(row.id)) },
    attachments: attachments.filter(({ span_id }) => span_id === row.id),
  }))
}
