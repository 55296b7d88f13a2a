import type { SpanDetail } from '@lathe/contract'
import type { Db, Queries } from '../../platform/db/db.ts'
import { inParts } from '../store/in-parts.ts'
import { keyOf, toPayload } from '../../platform/db/payloads/payloads.ts'
import { findWithPayload, loadPayloads } from '../../platform/db/payloads/read-payloads.ts'
import { toSpan } from '../store/span-row.ts'

type Place = { db: Db; workspaceId: string; id: string }

const PIECE = 200

/** Yields the spans of a trace with their payloads, by start time, few at a time if they are large. */
export async function* readDetails(place: Place): AsyncGenerator<SpanDetail[], void> {
  const { db, workspaceId, id } = place
  const spans = await db
    .selectFrom('spans')
    .select(['id', 'payload_bytes as bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  yield* readPieces(place, spans)
}

/** Yields the given spans in pieces, in order. `bytes` is the size of a span's payload. */
export async function* readPieces(
  place: Place,
  spans: Iterable<{ id: string; bytes: number }>,
  mostSpans = PIECE,
): AsyncGenerator<SpanDetail[], void> {
  for (const ids of inParts(spans, mostSpans)) {
    const piece = await load(place, ids)
    if (piece.length > 0) yield piece
  }
}

/** Collects the spans of all pieces. */
export async function allOf(pieces: AsyncIterable<SpanDetail[]>): Promise<SpanDetail[]> {
  const all: SpanDetail[] = []
  for await (const piece of pieces) all.push(...piece)
  return all
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

async function load({ db, workspaceId, id }: Place, ids: readonly string[]): Promise<SpanDetail[]> {
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
