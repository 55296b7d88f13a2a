import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { keyOf } from '../payloads/payloads.ts'
import { runPipeline } from './pipeline.ts'
import type { Lexemes, Part } from './lexeme-worker.ts'
import { readParts } from './read-parts.ts'
import { logSkipped, readOrSkip } from './skip-unreadable.ts'
import type { SearchQueueTable } from '../tables/search-queue.ts'
import { type BufferedSpan, type QueuedText, parseQueued } from './text-index.ts'
import { encodeVectors } from './tsvector.ts'

const ROWS_AT_ONCE = 20
/** Rows are taken until they name as many. */
const ENOUGH_SPANS = 200
/** As many ids of spans and traces come to no less. */
const ENOUGH_BYTES = 16_000
/** In one statement, and between two turns of whatever else the process does. */
const SPANS_AT_ONCE = 50

type Store = {
  db: Queries
  portable: Portable
  lexemes: Lexemes
  /** By the row of the queue. */
  handed: ReadonlyMap<string, BufferedSpan[]>
}

/** In a transaction, with the database outside of it: there is read while Postgres is still at what was read before. */
type Inside = Store & { outside: Queries }

/**
 * Ids of what was taken from the front of the queue; undefined while another process is at it. One short transaction: as
 * long as it lasts Postgres keeps all that anybody replaces.
 */
export const feedNext = async (store: Store): Promise<string[] | undefined> =>
  await alone(store, feed).catch(async (error: unknown) => {
    if (!(error instanceof Refused)) throw error
    return await alone(store, (inside) => takeInPieces(inside, error.row))
  })

const alone = async (store: Store, work: (inside: Inside) => Promise<string[]>) =>
  await store.db.transaction().execute(async (db) => {
    // Whoever waits for the lock would keep what is replaced as well. No commit waits for the disk: where
    // Postgres crashes before it is there, the rows of the queue are back and are taken again.
    const { rows } = await sql<{ mine: boolean }>`
      select set_config('synchronous_commit', 'off', true),
        pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' text index', 0)) as mine`.execute(
      db,
    )
    return rows[0]?.mine ? await work({ ...store, db, outside: store.db }) : undefined
  })

/** A row of the queue that fails however often it is tried: all the others would wait behind it. */
class Refused extends Error {
  readonly row: string
  constructor(row: string, cause: unknown) {
    super('Postgres refuses words', { cause })
    this.row = row
  }
}

/**
 * Data exceptions and limits of Postgres, a row that is none, and more words at once than a message or a thread holds; not a
 * connection that was lost.
 */
const isLasting = (error: unknown): boolean =>
  error instanceof DatabaseError
    ? /^(22|54)/.test(error.code ?? '')
    : error instanceof SyntaxError ||
      error instanceof RangeError ||
      error instanceof TypeError ||
      (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')

async function feed(store: Inside): Promise<string[]> {
  const { db } = store
  const done: string[] = []
  let spans = 0
  for (const { workspace_id, id, body } of await firstQueued(db)) {
    if (spans >= ENOUGH_SPANS) break
    try {
      spans += await take(store, workspace_id, { id, queued: parseQueued(body) })
    } catch (error) {
      throw isLasting(error) ? new Refused(id, error) : error
    }
    done.push(id)
  }
  if (done.length > 0) await db.deleteFrom('search_queue').where('id', 'in', done).execute()
  return done
}

/** No more than may be taken: a row is 16 kB where it names enough, and Postgres tells its length without reading it. */
async function firstQueued(db: Queries) {
  const { rows } = await sql<Selectable<SearchQueueTable>>`
    select workspace_id, id, body from (
      select *, sum(octet_length(body)) over (order by id) - octet_length(body) as before
      from (select * from search_queue order by id limit ${ROWS_AT_ONCE}) as first
    ) as queued where before < ${ENOUGH_BYTES} order by id`.execute(db)
  return rows
}

/** A row of which something is refused, by halves: all but that is taken. */
async function takeInPieces(store: Inside, id: string): Promise<string[]> {
  const { db } = store
  const row = await db
    .selectFrom('search_queue')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const queued = row && readOrSkip(row.body, () => parseQueued(row.body))
  if (queued) await takePiece({ ...store, handed: new Map() }, row.workspace_id, { id, queued })
  await db.deleteFrom('search_queue').where('id', '=', id).execute()
  return [id]
}

async function takePiece(
  store: Inside,
  workspaceId: string,
  { id, queued }: Queued,
): Promise<void> {
  const refused = await attempt(store.db, () => take(store, workspaceId, { id, queued }))
  if (!refused) return
  const halves = await halvesOf(store.db, workspaceId, queued)
  if (halves.length === 0) logSkipped(JSON.stringify(queued), refused)
  for (const half of halves) await takePiece(store, workspaceId, { id, queued: half })
}

/** Why Postgres refused it for good, and then nothing of it was done. */
async function attempt(db: Queries, work: () => Promise<unknown>): Promise<unknown> {
  await sql`savepoint piece`.execute(db)
  try {
    await work()
    await sql`release savepoint piece`.execute(db)
    return undefined
  } catch (error) {
    if (!isLasting(error)) throw error
    await sql`rollback to savepoint piece`.execute(db)
    return error
  }
}

/** None of what is one alone. */
async function halvesOf(
  db: Queries,
  workspaceId: string,
  queued: QueuedText,
): Promise<QueuedText[]> {
  const inTwo = <T>(all: readonly T[]): T[][] => {
    const middle = Math.ceil(all.length / 2)
    return all.length < 2 ? [] : [all.slice(0, middle), all.slice(middle)]
  }
  if ('deleted' in queued) return inTwo(queued.deleted).map((deleted) => ({ deleted }))
  if ('spans' in queued) return inTwo(queued.spans).map((spans) => ({ spans }))
  const spans = await spansOf(db, workspaceId, queued.trace)
  return spans.length === 0 ? [] : [{ spans }]
}

type Queued = { id: string; queued: QueuedText }

/** Indexes what a row of the queue names, and returns the number of its spans. */
async function take(store: Inside, workspaceId: string, { id, queued }: Queued): Promise<number> {
  const { db } = store
  if ('deleted' in queued) {
    await dropDeleted(db, workspaceId, queued.deleted)
    return queued.deleted.length
  }
  const all = 'spans' in queued ? queued.spans : await spansOf(db, workspaceId, queued.trace)
  const added = await addHanded(store, workspaceId, store.handed.get(id) ?? [])
  const unread = all.filter(([traceId, spanId]) => !added.has(keyOf({ traceId, id: spanId })))
  const neighbours = await dropGroups(db, workspaceId, unread)
  const slices = sliceByTrace([...unread, ...neighbours], ([traceId]) => traceId)
  await runPipeline(slices, {
    read: (spans) => readParts(store, workspaceId, spans),
    write: (parts) => insertParts(db, workspaceId, parts),
  })
  return all.length
}

/** Indexes new spans from memory. Returns the keys of those that were added; the others are read from the store. */
async function addHanded(
  { db, lexemes }: Inside,
  workspaceId: string,
  handed: readonly BufferedSpan[],
): Promise<Set<string>> {
  const added = new Set<string>()
  const slices = sliceByTrace(handed, ({ traceId }) => traceId)
  await runPipeline(slices, {
    read: (spans) => lexemes.splitBuffered(spans),
    write: async (parts) => {
      for (const { traceId, spanIds } of await insertNew(db, workspaceId, parts))
        for (const id of spanIds) added.add(keyOf({ traceId, id }))
    },
  })
  return added
}

/** Slices of about `SPANS_AT_ONCE` spans. Spans of one trace share a slice, and so a group, unless they are too many. */
function sliceByTrace<T>(spans: readonly T[], getTraceId: (span: T) => string): T[][] {
  const slices: T[][] = []
  for (const traceSpans of Map.groupBy(spans, getTraceId).values())
    for (let start = 0; start < traceSpans.length; start += SPANS_AT_ONCE) {
      const some = traceSpans.slice(start, start + SPANS_AT_ONCE)
      const last = slices.at(-1)
      if (last && last.length + some.length <= SPANS_AT_ONCE) last.push(...some)
      else slices.push(some)
    }
  return slices
}

async function spansOf(
  db: Queries,
  workspaceId: string,
  traceId: string,
): Promise<[string, string][]> {
  const rows = await db
    .selectFrom('spans')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .execute()
  return rows.map(({ id }) => [traceId, id])
}

/**
 * Drops the groups that contain any of these spans. Returns the stored spans that shared a group with them: they have to
 * be indexed again as well.
 */
async function dropGroups(
  db: Queries,
  workspaceId: string,
  spans: readonly [string, string][],
): Promise<[string, string][]> {
  if (spans.length === 0) return []
  const { rows } = await sql<{ trace_id: string; id: string }>`
    with changed as materialized (
      select distinct trace_id, hashtextextended(span_id, 0) as hash from unnest(
        ${spans.map(([traceId]) => traceId)}::text[], ${spans.map(([, spanId]) => spanId)}::text[]
      ) as span (trace_id, span_id)
    ), dropped as (
      delete from search_texts as t using changed
      where t.workspace_id = ${workspaceId} and t.trace_id = changed.trace_id
        and t.spans @> array[changed.hash]
      returning t.trace_id, t.spans
    ), neighbours as materialized (
      select trace_id, array_agg(hash) as hashes from dropped, unnest(spans) as hash
      where (trace_id, hash) not in (select trace_id, hash from changed)
      group by trace_id
    )
    select s.trace_id, s.id from neighbours cross join lateral (
      select trace_id, id from spans where workspace_id = ${workspaceId}
        and trace_id = neighbours.trace_id and hashtextextended(id, 0) = any(neighbours.hashes) offset 0
    ) as s`.execute(db)
  return rows.map(({ trace_id, id }) => [trace_id, id])
}

/** Clocks of several processes order the queue, so a trace may be stored again before its deletion is read. */
const dropDeleted = (db: Queries, workspaceId: string, traceIds: readonly string[]) =>
  sql`delete from search_texts as t
    where workspace_id = ${workspaceId} and trace_id = any(${traceIds}::text[]) and not exists (
      select from spans as s where s.workspace_id = ${workspaceId} and s.trace_id = t.trace_id
        and hashtextextended(s.id, 0) = any(t.spans) offset 0
    )`.execute(db)

const insertParts = async (db: Queries, workspaceId: string, parts: readonly Part[]) => {
  await sql`insert into search_texts (workspace_id, trace_id, spans, words)
    select ${workspaceId}, trace_id, spans, words from ${partRows(parts)}`.execute(db)
}

/**
 * Inserts the parts whose spans are all stored and none of them indexed yet, and returns these. With OFFSET each span is
 * looked up: Postgres would read the whole of a table that grows faster than its statistics.
 */
async function insertNew(
  db: Queries,
  workspaceId: string,
  parts: readonly Part[],
): Promise<Part[]> {
  const { rows } = await sql<{ place: number | string }>`
    with fresh as materialized (
      select * from ${partRows(parts)} where not exists (
        select from search_texts as t where t.workspace_id = ${workspaceId}
          and t.trace_id = part.trace_id and t.spans && part.spans offset 0
      ) and not exists (
        select from json_array_elements_text(part.span_ids::json) as wanted (id) where not exists (
          select from spans as s where s.workspace_id = ${workspaceId}
            and s.trace_id = part.trace_id and s.id = wanted.id offset 0
        )
      )
    ), inserted as (
      insert into search_texts (workspace_id, trace_id, spans, words)
      select ${workspaceId}, trace_id, spans, words from fresh
    )
    select place from fresh`.execute(db)
  return rows.flatMap(({ place }) => parts[Number(place) - 1] ?? [])
}

const partRows = (parts: readonly Part[]) => sql`(
  select trace_id, span_ids, words, place, array(
    select hashtextextended(id, 0) from json_array_elements_text(span_ids::json) as span (id)
  ) as spans
  from unnest(
    ${parts.map(({ traceId }) => traceId)}::text[],
    ${parts.map(({ spanIds }) => JSON.stringify(spanIds))}::text[],
    ${encodeVectors(parts.map(({ vector }) => vector))}::tsvector[]
  ) with ordinality as row (trace_id, span_ids, words, place)
) as part`
