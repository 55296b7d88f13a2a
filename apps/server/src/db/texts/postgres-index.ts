import { type SqlBool, sql } from 'kysely'
import { fromJson } from '../json.ts'
import { unpack } from '../packed-json.ts'
import type { Portable } from '../portable.ts'
import type { Queries } from '../db.ts'
import { withoutNul } from '../without-nul.ts'
import { createFeeder, type Pace } from './feeder.ts'
import { forgetUpTo, sizeOfHanded, wordsAlone, wordsOf } from './handed-texts.ts'
import { textOf } from './span-text.ts'
import {
  type Handed,
  HANDED_BYTES,
  type HandedSpan,
  MOST_SPANS,
  type QueuedText,
  type TextIndex,
  type TextQuery,
} from './text-index.ts'

const AT_ONCE = 5
const SPANS_AT_ONCE = 50
/** A tsvector holds no more than a megabyte. */
const PART = 200_000

/** A tsvector beside the spans, fed from the queue by one process at a time. */
export function postgresTextIndex(db: Queries, portable: Portable): TextIndex {
  /** By the row of the queue. */
  const handed = new Map<string, HandedSpan[]>()
  let bytes = 0
  const hand = ({ id, spans }: Handed) => {
    const more = sizeOfHanded(spans)
    if (bytes + more > HANDED_BYTES) return
    bytes += more
    handed.set(id, wordsAlone(spans))
  }
  const feeder = createFeeder(async (pace) => {
    const done = await portable.exclusively(['text index'], (queries) =>
      feed({ db: queries, portable, pace, handed }),
    )
    // What another process was at is done as well.
    forgetUpTo(handed, done.at(-1))
    bytes = 0
    for (const spans of handed.values()) bytes += sizeOfHanded(spans)
    return done.length > 0
  })
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
    wake(queued) {
      if (queued && queued.spans.length > 0) hand(queued)
      feeder.wake()
    },
    rest: () => {},
    settled: () => feeder.settled(),
    close: () => feeder.close(),
  }
}

/** Words in their order; the last of them may go on. */
const toQuery = ({ text, isPrefix }: TextQuery) => {
  const phrase = sql`phraseto_tsquery('simple', ${text})`
  return isPrefix ? sql`(${phrase}::text || ':*')::tsquery` : phrase
}

type Store = {
  db: Queries
  portable: Portable
  pace: Pace
  handed: ReadonlyMap<string, HandedSpan[]>
}

/** Ids of what was taken from the queue. */
async function feed(store: Store): Promise<string[]> {
  const { db } = store
  const queued = await db
    .selectFrom('search_queue')
    .selectAll()
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()
  for (const { workspace_id, id, body } of queued)
    await take(store, workspace_id, { id, queued: fromJson(body) })
  if (queued.length > 0)
    await db
      .deleteFrom('search_queue')
      .where(
        'id',
        'in',
        queued.map(({ id }) => id),
      )
      .execute()
  return queued.map(({ id }) => id)
}

async function take(
  store: Store,
  workspaceId: string,
  { id, queued }: { id: string; queued: QueuedText },
) {
  const { db } = store
  const gone = 'deleted' in queued ? queued.deleted : []
  if (gone.length > 0) {
    await sql`delete from search_texts as t
      where workspace_id = ${workspaceId} and trace_id = any(${gone}::text[])
        and not ${isStored(workspaceId, 't')}`.execute(db)
    return
  }
  const all = 'spans' in queued ? queued.spans : await spansOf(db, workspaceId, queued)
  const atHand = store.handed.get(id) ?? []
  for (let start = 0; start < atHand.length; start += SPANS_AT_ONCE)
    await store.pace(() => add(db, workspaceId, atHand.slice(start, start + SPANS_AT_ONCE)))
  const added = new Set(atHand.map(({ spanId }) => spanId))
  const spans = all.filter(([, spanId]) => !added.has(spanId))
  for (let start = 0; start < spans.length; start += SPANS_AT_ONCE)
    await store.pace(() => index(store, workspaceId, spans.slice(start, start + SPANS_AT_ONCE)))
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

type Part = { traceId: string; spanId: string; text: string }

/** Several spans a question: each question is a way to the database and back. */
async function index(
  { db, portable }: Store,
  workspaceId: string,
  spans: readonly [string, string][],
) {
  const rows = await db
    .selectFrom('spans as s')
    .leftJoin('span_payloads as p', (join) =>
      join
        .onRef('p.workspace_id', '=', 's.workspace_id')
        .onRef('p.trace_id', '=', 's.trace_id')
        .onRef('p.span_id', '=', 's.id'),
    )
    .select(['s.trace_id', 's.id', 's.name', 's.model', 's.error'])
    .select(['p.inputs', 'p.outputs', 'p.events', 'p.metadata'])
    .where('s.workspace_id', '=', workspaceId)
    .where((eb) => portable.isAnyPair([eb.ref('s.trace_id'), eb.ref('s.id')], spans))
    .orderBy('s.id')
    .execute()
  const parts = rows.flatMap((row): Part[] => {
    const payloads = [row.inputs, row.outputs, row.events, row.metadata].map(
      (packed) => packed && unpack(packed),
    )
    const text = textOf([row.name, row.model, row.error && fromJson(row.error), ...payloads])
    return partsOf({ traceId: row.trace_id, spanId: row.id, text })
  })
  const isOneOfThem = portable.isAnyPair([sql.ref('trace_id'), sql.ref('span_id')], spans)
  await sql`delete from search_texts
    where workspace_id = ${workspaceId} and ${isOneOfThem}`.execute(db)
  await insert(db, workspaceId, parts)
}

/** Clocks of several processes order the queue: what is stored by now decides, not who comes first in it. */
const isStored = (workspaceId: string, text: 't' | 'part') => sql<SqlBool>`exists (
  select from spans as s where s.workspace_id = ${workspaceId}
    and s.trace_id = ${sql.ref(`${text}.trace_id`)} and s.id = ${sql.ref(`${text}.span_id`)}
)`

/** Of spans that are new; one that is there was stored again since, and read after that. */
async function add(db: Queries, workspaceId: string, spans: readonly HandedSpan[]) {
  const parts = spans.flatMap((span) =>
    partsOf({ traceId: span.traceId, spanId: span.spanId, text: wordsOf(span) }),
  )
  await insert(
    db,
    workspaceId,
    parts,
    sql`where not exists (
      select from search_texts as t where t.workspace_id = ${workspaceId}
        and t.trace_id = part.trace_id and t.span_id = part.span_id
    ) and ${isStored(workspaceId, 'part')}`,
  )
}

const insert = async (db: Queries, workspaceId: string, parts: readonly Part[], where = sql``) =>
  await sql`insert into search_texts (workspace_id, trace_id, span_id, words)
    select ${workspaceId}, trace_id, span_id, to_tsvector('simple', words)
    from unnest(
      ${parts.map(({ traceId }) => traceId)}::text[], ${parts.map(({ spanId }) => spanId)}::text[],
      ${parts.map(({ text }) => text)}::text[]
    ) as part (trace_id, span_id, words) ${where}`.execute(db)

function partsOf({ text, ...address }: Part): Part[] {
  const clean = withoutNul(text)
  return Array.from({ length: Math.max(1, Math.ceil(clean.length / PART)) }, (_, at) => ({
    ...address,
    text: clean.slice(at * PART, (at + 1) * PART),
  }))
}
