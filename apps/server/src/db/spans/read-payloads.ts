import type { SpanDetail } from '@lathe/contract'
import type { Db, Queries } from '../db.ts'
import { inParts } from './in-parts.ts'
import { type PayloadRow, toPayload } from './payloads.ts'
import { type SpanRow, toSpan } from './span-row.ts'

type Place = { db: Queries; workspaceId: string; id: string }

const PAGE = 200

/** The payloads of a trace in pages, by their span's id. */
export async function* readPayloads({ db, workspaceId, id }: Place): AsyncGenerator<PayloadRow[]> {
  let after = ''
  for (;;) {
    const rows = await db
      .selectFrom('span_payloads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .where('span_id', '>', after)
      .orderBy('span_id')
      .limit(PAGE)
      .execute()
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.span_id
  }
}

/** The spans of a trace in pages, by their id, with their payloads. */
export async function* readDetails({
  db,
  workspaceId,
  id,
}: Place): AsyncGenerator<{ spans: SpanRow[]; payloads: PayloadRow[] }> {
  let after = ''
  for (;;) {
    const spans = await db
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute()
    const last = spans.at(-1)
    if (!last) return
    const payloads = await db
      .selectFrom('span_payloads')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', '=', id)
      .where('span_id', '>', after)
      .where('span_id', '<=', last.id)
      .execute()
    yield { spans, payloads }
    if (spans.length < PAGE) return
    after = last.id
  }
}

/** The same in the order they started, for which their ids are read before; of large ones fewer at a time. */
export async function* readInOrder(place: Place & { db: Db }): AsyncGenerator<SpanDetail[]> {
  const { db, workspaceId, id } = place
  const rows = await db
    .selectFrom('spans')
    .select(['id', 'payload_bytes as bytes'])
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', id)
    .orderBy('started_at')
    .orderBy('id')
    .execute()
  for (const ids of inParts(rows, PAGE)) yield* readSome(place, ids)
}

/** These of its spans, a page of them at a time. */
export async function* readSome(
  { db, workspaceId, id }: Place & { db: Db },
  ids: readonly string[],
): AsyncGenerator<SpanDetail[]> {
  for (let start = 0; start < ids.length; start += PAGE) {
    const page = ids.slice(start, start + PAGE)
    const [spans, payloads] = await Promise.all([
      db
        .selectFrom('spans')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('trace_id', '=', id)
        .where((eb) => db.portable.isAnyOf(eb.ref('id'), page))
        .orderBy('started_at')
        .orderBy('id')
        .execute(),
      db
        .selectFrom('span_payloads')
        .selectAll()
        .where('workspace_id', '=', workspaceId)
        .where('trace_id', '=', id)
        .where((eb) => db.portable.isAnyOf(eb.ref('span_id'), page))
        .execute(),
    ])
    const bySpan = new Map(payloads.map((row) => [row.span_id, row]))
    if (spans.length > 0)
      yield spans.map((row) => ({ ...toSpan(row), ...toPayload(bySpan.get(row.id)) }))
  }
}
