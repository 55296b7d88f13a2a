import { sql } from 'kysely'
import { fromJson } from '../json.ts'
import { unpack } from '../packed-json.ts'
import type { Portable } from '../portable.ts'
import type { Queries } from '../db.ts'
import { createFeeder } from './feeder.ts'
import { textOf } from './span-text.ts'
import { MOST_SPANS, type QueuedText, type TextIndex, type TextQuery } from './text-index.ts'

const AT_ONCE = 20
/** A tsvector holds no more than a megabyte. */
const PART = 200_000

/** A tsvector beside the spans, fed from the queue by one process at a time. */
export function postgresTextIndex(db: Queries, portable: Portable): TextIndex {
  const feeder = createFeeder(() => portable.exclusively(['text index'], feed))
  return {
    async find(workspaceId, queries) {
      // Grouped where they are: a trace has many spans, and ten thousand rows take longer to send than to find.
      const { rows } = await sql<{ trace_id: string; spans: number | string }>`
        select trace_id, count(*) as spans from (
          select trace_id, id from search_texts
          where workspace_id = ${workspaceId}
            and words @@ (${sql.join(queries.map(toQuery), sql` && `)})
          order by id desc limit ${MOST_SPANS}
        ) as found group by trace_id order by max(id) desc`.execute(db)
      const spans = rows.reduce((sum, row) => sum + Number(row.spans), 0)
      return { traceIds: rows.map(({ trace_id }) => trace_id), isCut: spans === MOST_SPANS }
    },
    wake: () => feeder.wake(),
    settled: () => feeder.settled(),
    close: () => feeder.close(),
  }
}

/** Words in their order; the last of them may go on. */
const toQuery = ({ text, isPrefix }: TextQuery) => {
  const phrase = sql`phraseto_tsquery('simple', ${text})`
  return isPrefix ? sql`(${phrase}::text || ':*')::tsquery` : phrase
}

async function feed(db: Queries): Promise<boolean> {
  const queued = await db
    .selectFrom('search_queue')
    .selectAll()
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const { workspace_id, body } of queued) await take(db, workspace_id, fromJson(body))
  if (queued.length > 0)
    await db
      .deleteFrom('search_queue')
      .where(
        'id',
        'in',
        queued.map(({ id }) => id),
      )
      .execute()
  return queued.length > 0
}

async function take(db: Queries, workspaceId: string, queued: QueuedText) {
  const gone = 'deleted' in queued ? queued.deleted : []
  if (gone.length > 0) {
    await sql`delete from search_texts
      where workspace_id = ${workspaceId} and trace_id = any(${gone}::text[])`.execute(db)
    return
  }
  const spans = 'spans' in queued ? queued.spans : await spansOf(db, workspaceId, queued)
  for (const [traceId, spanId] of spans) await index(db, workspaceId, traceId, spanId)
}

async function spansOf(
  db: Queries,
  workspaceId: string,
  queued: QueuedText,
): Promise<[string, string][]> {
  if (!('trace' in queued)) return []
  const rows = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', queued.trace)
    .execute()
  return rows.map(({ id }) => [queued.trace, id])
}

async function index(db: Queries, workspaceId: string, traceId: string, spanId: string) {
  const row = await db
    .selectFrom('spans as s')
    .leftJoin('span_payloads as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 's.workspace_id')
        .onRef('p.trace_id', '=', 's.trace_id')
        .onRef('p.span_id', '=', 's.id'),
    )
    .select(['s.name', 's.model', 's.error', 'p.inputs', 'p.outputs', 'p.events', 'p.metadata'])
    .where('s.workspace_id', '=', workspaceId)
    .where('s.trace_id', '=', traceId)
    .where('s.id', '=', spanId)
    .executeTakeFirst()
  if (!row) return
  const payloads = [row.inputs, row.outputs, row.events, row.metadata].map(
    (packed) => packed && unpack(packed),
  )
  const text = textOf([row.name, row.model, row.error && fromJson(row.error), ...payloads])
  await sql`delete from search_texts where workspace_id = ${workspaceId}
    and trace_id = ${traceId} and span_id = ${spanId}`.execute(db)
  for (let start = 0; start === 0 || start < text.length; start += PART)
    await sql`insert into search_texts (workspace_id, trace_id, span_id, words) values
      (${workspaceId}, ${traceId}, ${spanId}, to_tsvector('simple', ${text.slice(start, start + PART)}))`.execute(
      db,
    )
}
