import type { SpanDetail } from '@lathe/contract'
import type { Db, Queries } from '../../platform/db/db.ts'
import { keyOf, toPayload } from '../../platform/db/payloads/payloads.ts'
import { findWithPayload, loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { toSpan } from '../store/span-row.ts'

type TraceAddress = { db: Db; workspaceId: string; id: string }

const BATCH_SIZE = 200

/** Yields the spans of a trace with their payloads, by start time, few at a time if they are large. */
export async function* readSpanDetails(address: TraceAddress): AsyncGenerator<SpanDetail[], void> {
  const { db, workspaceId, id } = address
  const spans = await db
    .selectFrom('spans')
    .select(['id', 'payload_bytes as bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  yield* readSpanBatches(address, spans)
}

/** Yields the given spans in pieces, in order. `bytes` is the size of a span's payload. */
export async function* readSpanBatches(
  address: TraceAddress,
  spans: Iterable<{ id: string; bytes: number }>,
  maxSpans = BATCH_SIZE,
): AsyncGenerator<SpanDetail[], void> {
  for (const ids of splitBySize(spans, maxSpans)) {
    const batch = await loadSpans(address, ids)
    if (batch.length > 0) yield batch
  }
}

/** Collects the spans of all pieces. */
export async function collectSpans(batches: AsyncIterable<SpanDetail[]>): Promise<SpanDetail[]> {
  const spans: SpanDetail[] = []
  for await (const batch of batches) spans.push(...batch)
  return spans
}

export async function findSpan(
  db: Queries,
  workspaceId: string,
  traceId: string,
  spanId: string,
): Promise<SpanDetail | undefined> {
  const found = await findWithPayload(db, workspaceId, traceId, spanId)
  return found && { ...toSpan(found.row), ...toPayload(found.payload) }
}

/** Returns undefined until the root is stored. */
export async function findRoot(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<SpanDetail | undefined> {
  const trace = await db
    .selectFrom('traces')
    .select('root_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', traceId)
    .executeTakeFirst()
  return trace?.root_id ? await findSpan(db, workspaceId, traceId, trace.root_id) : undefined
}

async function loadSpans(
  { db, workspaceId, id }: TraceAddress,
  ids: readonly string[],
): Promise<SpanDetail[]> {
  const spans = await db
    .selectFrom('spans')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)
    .where((eb) => db.portable.isOneOf(eb.ref('id'), ids))
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  const payloads = await loadPayloads(db, workspaceId, spans)
  return spans.map((row) => {
    const span = toSpan(row)
    return { ...span, ...toPayload(payloads.get(keyOf(span))) }
  })
}

const MAX_BATCH_BYTES = 8_000_000

/** Groups span ids by payload size. A span above the limit forms its own group. */
function* splitBySize(
  spans: Iterable<{ id: string; bytes: number }>,
  maxSpans: number,
): Generator<string[]> {
  let ids: string[] = []
  let totalBytes = 0
  for (const { id, bytes } of spans) {
    if (ids.length === maxSpans || (ids.length > 0 && totalBytes + bytes > MAX_BATCH_BYTES)) {
      yield ids
      ids = []
      totalBytes = 0
    }
    ids.push(id)
    totalBytes += bytes
  }
  if (ids.length > 0) yield ids
}
