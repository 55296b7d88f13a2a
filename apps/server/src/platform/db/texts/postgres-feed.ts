import { type Selectable, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { keyOf } from '../payloads/payloads.ts'
import type { LexemeWorker, Part } from './lexeme-worker.ts'
import { readParts } from './read-parts.ts'
import { logSkipped, readOrSkip } from './skip-unreadable.ts'
import type { SearchQueueTable } from '../tables/search-queue.ts'
import { type BufferedSpan, parseQueued, type QueuedText } from './text-index.ts'
import { encodeVectors } from './tsvector.ts'

const ROWS_AT_ONCE = 20
/** A transaction ends after a row that reaches this many spans. */
const MIN_SPANS = 200
/** The ids of `MIN_SPANS` spans in the body of a row. */
const MIN_BYTES = 16_000
/** Spans of one statement. Between statements the event loop runs other work. */
const SPANS_AT_ONCE = 50

type Store = {
  db: Queries
  portable: Portable
  worker: LexemeWorker
  /** Spans in memory, by the id of their row of the queue. */
  buffered: ReadonlyMap<string, BufferedSpan[]>
}

/** `db` is the transaction; `outside` reads on another connection while the transaction writes. */
type Inside = Store & { outside: Queries }

/**
 * Indexes rows from the front of the queue and returns their ids. Returns undefined while another process feeds the index.
 * The transaction is short, because Postgres keeps dead rows while it is open.
 */
export const feedNext = async (store: Store): Promise<string[] | undefined> =>
  await runExclusively(store, feed).catch(async (error: unknown) => {
    if (!(error instanceof RejectedRow)) throw error
    return await runExclusively(store, (lockedStore) => indexInPieces(lockedStore, error.row))
  })

const runExclusively = async (store: Store, work: (inside: Inside) => Promise<string[]>) =>
  await store.db.transaction().execute(async (db) => {
    // Do not wait for the lock: the open transaction would keep dead rows. Do not wait for the disk either: after a
    // crash of Postgres the rows are in the queue again.
    const { rows } = await sql<{ isLocked: boolean }>`
      select set_config('synchronous_commit', 'off', true),
        pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' text index', 0)) as "isLocked"`.execute(
      db,
    )
    return rows[0]?.isLocked ? await work({ ...store, db, outside: store.db }) : undefined
  })

/** A row of the queue that fails on every attempt, and would block the rows behind it. */
class RejectedRow extends Error {
  readonly row: string
  constructor(row: string, cause: unknown) {
    super('A row of the search queue cannot be indexed', { cause })
    this.row = row
  }
}

/**
 * Whether the error repeats on every attempt: data exceptions and limits of Postgres, an invalid row, or words that exceed
 * a message or the memory of the worker. A lost connection is temporary.
 */
const isPermanent = (error: unknown): boolean =>
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
  for (const { workspace_id, id, body } of await readQueue(db)) {
    if (spans >= MIN_SPANS) break
    try {
      spans += await indexRow(store, workspace_id, { id, queued: parseQueued(body) })
    } catch (error) {
      throw isPermanent(error) ? new RejectedRow(id, error) : error
    }
    done.push(id)
  }
  if (done.length > 0) await db.deleteFrom('search_queue').where('id', 'in', done).execute()
  return done
}

/** Reads no more rows than one transaction indexes. `octet_length` does not decompress a large body. */
async function readQueue(db: Queries) {
  const { rows } = await sql<Selectable<SearchQueueTable>>`
    select workspace_id, id, body from (
      select *, sum(octet_length(body)) over (order by id) - octet_length(body) as before
      from (select * from search_queue order by id limit ${ROWS_AT_ONCE}) as first
    ) as queued where before < ${MIN_BYTES} order by id`.execute(db)
  return rows
}

/** Indexes a rejected row in halves, and skips only the spans that Postgres rejects. */
async function indexInPieces(store: Inside, id: string): Promise<string[]> {
  const { db } = store
  const row = await db
    .selectFrom('search_queue')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const queued = row && readOrSkip(row.body, () => parseQueued(row.body))
  if (queued) await indexPiece({ ...store, buffered: new Map() }, row.workspace_id, { id, queued })
  await db.deleteFrom('search_queue').where('id', '=', id).execute()
  return [id]
}

async function indexPiece(
  store: Inside,
  workspaceId: string,
  { id, queued }: QueueRow,
): Promise<void> {
  const error = await attempt(store.db, () => indexRow(store, workspaceId, { id, queued }))
  if (!error) return
  const halves = await splitRow(store.db, workspaceId, queued)
  if (halves.length === 0) logSkipped(JSON.stringify(queued), error)
  for (const half of halves) await indexPiece(store, workspaceId, { id, queued: half })
}

/** Returns a permanent error of `work`, whose changes are then rolled back. */
async function attempt(db: Queries, work: () => Promise<unknown>): Promise<unknown> {
  await sql`savepoint piece`.execute(db)
  try {
    await work()
    await sql`release savepoint piece`.execute(db)
    return undefined
  } catch (error) {
    if (!isPermanent(error)) throw error
    await sql`rollback to savepoint piece`.execute(db)
    return error
  }
}

/** Splits a row in two. Returns [] for a single span or trace. */
async function splitRow(
  db: Queries,
  workspaceId: string,
  queued: QueuedText,
): Promise<QueuedText[]> {
  const split = <T>(items: readonly T[]): T[][] => {
    const middle = Math.ceil(items.length / 2)
    return items.length < 2 ? [] : [items.slice(0, middle), items.slice(middle)]
  }
  if ('deleted' in queued) return split(queued.deleted).map((deleted) => ({ deleted }))
  if ('spans' in queued) return split(queued.spans).map((spans) => ({ spans }))
  const spans = await listSpans(db, workspaceId, queued.trace)
  return spans.length === 0 ? [] : [{ spans }]
}

type QueueRow = { id: string; queued: QueuedText }

/** Indexes a row of the queue and returns its number of spans. */
async function indexRow(
  store: Inside,
  workspaceId: string,
  { id, queued }: QueueRow,
): Promise<number> {
  const { db } = store
  if ('deleted' in queued) {
    await dropDeleted(db, workspaceId, queued.deleted)
    return queued.deleted.length
  }
  const spans = 'spans' in queued ? queued.spans : await listSpans(db, workspaceId, queued.trace)
  const added = await addBuffered(store, workspaceId, store.buffered.get(id) ?? [])
  const unread = spans.filter(([traceId, spanId]) => !added.has(keyOf({ traceId, id: spanId })))
  const neighbours = await dropGroups(db, workspaceId, unread)
  const slices = sliceByTrace([...unread, ...neighbours], ([traceId]) => traceId)
  await runPipeline(slices, {
    read: (slice) => readParts(store, workspaceId, slice),
    write: (parts) => insertParts(db, workspaceId, parts),
  })
  return spans.length
}

/** Indexes new spans from memory. Returns the keys of those that were added; the others are read from the store. */
async function addBuffered(
  { db, worker }: Inside,
  workspaceId: string,
  buffered: readonly BufferedSpan[],
): Promise<Set<string>> {
  const added = new Set<string>()
  const slices = sliceByTrace(buffered, ({ traceId }) => traceId)
  await runPipeline(slices, {
    read: (spans) => worker.splitBuffered(spans),
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

async function listSpans(
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

type Steps<T, R> = { read: (piece: T) => Promise<R>; write: (piece: R) => Promise<void> }

/** Reads each piece while the previous one is written: reading uses this process, writing uses Postgres. */
export async function runPipeline<T, R>(
  [first, ...remaining]: readonly T[],
  { read, write }: Steps<T, R>,
) {
  if (first === undefined) return
  let piece = await read(first)
  for (const other of remaining) {
    const steps = [write(piece), read(other)] as const
    // Wait for both before throwing: a write must not continue after its transaction was rolled back.
    await Promise.allSettled(steps)
    piece = (await Promise.all(steps))[1]
  }
  await write(piece)
}
