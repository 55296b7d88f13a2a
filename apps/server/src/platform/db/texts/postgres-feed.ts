import { type Selectable, type SqlBool, sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { inTurn } from './in-turn.ts'
import type { Lexemes, Part } from './lexemes-apart.ts'
import { readParts } from './read-parts.ts'
import { leaveOut, readable } from './readable.ts'
import type { SearchQueueTable } from '../tables/search-queue.ts'
import { type HandedSpan, type QueuedText, queuedOf } from './text-index.ts'
import { vectorsOf } from './tsvector.ts'

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
  handed: ReadonlyMap<string, HandedSpan[]>
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
      spans += await take(store, workspace_id, { id, queued: queuedOf(body) })
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
  const queued = row && readable(row.body, () => queuedOf(row.body))
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
  if (halves.length === 0) leaveOut(JSON.stringify(queued), refused)
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

/** How many spans it was. */
async function take(store: Inside, workspaceId: string, { id, queued }: Queued): Promise<number> {
  const { db } = store
  if ('deleted' in queued) {
    await sql`delete from search_texts as t
      where workspace_id = ${workspaceId} and trace_id = any(${queued.deleted}::text[])
        and not ${isStored(workspaceId, 't')}`.execute(db)
    return queued.deleted.length
  }
  const all = 'spans' in queued ? queued.spans : await spansOf(db, workspaceId, queued.trace)
  const atHand = store.handed.get(id) ?? []
  await inTurn(slicesOf(atHand), {
    read: (some) => store.lexemes.ofHanded(some),
    write: (parts) => add(db, workspaceId, parts),
  })
  const added = new Set(atHand.map(({ spanId }) => spanId))
  const spans = all.filter(([, spanId]) => !added.has(spanId))
  await inTurn(slicesOf(spans), {
    read: async (some) => ({ some, parts: await readParts(store, workspaceId, some) }),
    write: ({ some, parts }) => replace(db, workspaceId, some, parts),
  })
  return all.length
}

const slicesOf = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / SPANS_AT_ONCE) }, (_, at) =>
    all.slice(at * SPANS_AT_ONCE, (at + 1) * SPANS_AT_ONCE),
  )

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

/** In one statement: between two, Postgres would wait until what is read meanwhile is told apart. */
async function replace(
  db: Queries,
  workspaceId: string,
  spans: readonly [string, string][],
  parts: readonly Part[],
) {
  await sql`with gone as (
    delete from search_texts as t using unnest(
      ${spans.map(([traceId]) => traceId)}::text[], ${spans.map(([, spanId]) => spanId)}::text[]
    ) as part (trace_id, span_id)
    where ${isOf(workspaceId)}
  ) ${inserted(workspaceId, parts)}`.execute(db)
}

/** As their index has it: of an id only its hash, which is a fifth as long. */
const isOf = (workspaceId: string) => sql<SqlBool>`t.trace_id = part.trace_id
  and hashtextextended(t.span_id, 0) = hashtextextended(part.span_id, 0)
  and t.span_id = part.span_id and t.workspace_id = ${workspaceId}`

/**
 * Clocks of several processes order the queue: what is stored by now decides, not who comes first in it. With OFFSET each is
 * looked up: Postgres would read the whole of a table that grows faster than its statistics.
 */
const isStored = (workspaceId: string, text: 't' | 'part') => sql<SqlBool>`exists (
  select from spans as s where s.workspace_id = ${workspaceId}
    and s.trace_id = ${sql.ref(`${text}.trace_id`)} and s.id = ${sql.ref(`${text}.span_id`)} offset 0
)`

/** Of spans that are new; one that is there was stored again since, and read after that. */
async function add(db: Queries, workspaceId: string, parts: readonly Part[]) {
  const isNew = sql`where not exists (select from search_texts as t where ${isOf(workspaceId)} offset 0)
    and ${isStored(workspaceId, 'part')}`
  await sql`${inserted(workspaceId, parts)} ${isNew}`.execute(db)
}

const inserted = (workspaceId: string, parts: readonly Part[]) => sql`
  insert into search_texts (workspace_id, trace_id, span_id, words)
  select ${workspaceId}, trace_id, span_id, words
  from unnest(
    ${parts.map(({ traceId }) => traceId)}::text[], ${parts.map(({ spanId }) => spanId)}::text[],
    ${vectorsOf(parts.map(({ vector }) => vector))}::tsvector[]
  ) as part (trace_id, span_id, words)`
