import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../db.ts'
import { prepared, type Slots } from '../prepared.ts'
import type { SerialisedError } from '../sqlite/protocol.ts'
import { isDamaged, SqliteError } from '../sqlite/sqlite-error.ts'
import { withoutNul } from '../without-nul.ts'
import { createFeeder } from './feeder.ts'
import { forgetThrough, type PackedSpans, packSpans, measureSpans, sum } from './buffered-spans.ts'
import { RequestThread } from './request-thread.ts'
import { separateCharacters } from './separate-characters.ts'
import type { AskedAmong } from './sqlite-texts.ts'
import { type Handed, BUFFER_BYTES, type TextIndex, type TextQuery } from './text-index.ts'

export type IndexData = { file: string; textFile: string }
export type IndexRequest =
  | { type: 'find'; id: number; workspaceId: string; match: string }
  | { type: 'among'; id: number; asked: AskedAmong }
  | { type: 'hand'; id: number; queued: string; spans: PackedSpans }
  | { type: 'feed'; id: number }
  | { type: 'isFresh'; id: number }
  | { type: 'begun'; id: number }
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }
export type IndexReply = {
  id: number
  traceIds?: string[]
  isCut?: boolean
  done?: string[]
  isFresh?: boolean
  error?: SerialisedError
}

/** A list in one parameter: of another length it would be another statement, compiled and kept for itself. */
const dropQueued = prepared((db, slot: Slots<{ ids: string }>) =>
  db
    .deleteFrom('search_queue')
    .where(sql<SqlBool>`id in (select value from json_each(${slot('ids')}))`),
)

type Request = IndexRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never

/** FTS5 in a thread and a file of its own: storing spans does not wait for it. */
export function sqliteTextIndex(db: Queries, data: IndexData): TextIndex {
  let thread: ReturnType<typeof startThread> | undefined
  /** Bytes by the row of the queue. */
  const handed = new Map<string, number>()
  const ask = (request: Request) => {
    // A thread that finds its file gone makes it anew from the store.
    if (!thread || thread.isOver()) {
      handed.clear()
      thread = startThread(data)
      feeder.wake()
    }
    return thread.ask(request)
  }

  const hand = ({ id, spans }: Handed) => {
    const bytes = measureSpans(spans)
    if (!thread || spans.length === 0 || sum(handed.values()) + bytes > BUFFER_BYTES) return
    handed.set(id, bytes)
    const packed = packSpans(spans)
    const request: Request = { type: 'hand', queued: id, spans: packed }
    thread.ask(request, [packed.json.buffer, packed.words.buffer]).catch(() => undefined)
  }

  const feeder = createFeeder(async () => {
    const { done = [], isFresh = false } = await ask({ type: 'feed' })
    forgetThrough(handed, done.at(-1))
    if (done.length > 0) await dropQueued.all(db, { ids: JSON.stringify(done) })
    if (isFresh) {
      await queueEverything(db)
      await ask({ type: 'begun' })
    }
    return isFresh || done.length > 0
  })

  return {
    async find(workspaceId, queries) {
      const match = toMatch(queries)
      const { traceIds = [], isCut = false } = await ask({ type: 'find', workspaceId, match })
      return { traceIds, isCut }
    },
    async among(workspaceId, queries, traceIds) {
      const asItStands = toMatch(queries.map((query) => ({ ...query, isPrefix: false })))
      const [first, ...others] = queries
      const goingOn = others.length === 0 && first?.isPrefix ? first.text : undefined
      const asked = { workspaceId, match: toMatch(queries), asItStands, goingOn, traceIds }
      return (await ask({ type: 'among', asked })).traceIds ?? []
    },
    isNew: async () => (await ask({ type: 'isFresh' })).isFresh ?? false,
    wake(queued) {
      if (queued) hand(queued)
      feeder.wake()
    },
    rest() {
      thread?.ask({ type: 'rest' }).catch(() => undefined)
    },
    settled: () => feeder.settled(),
    async close() {
      await feeder.close()
      await thread?.close()
    },
  }
}

/** A quoted string of FTS5 is a phrase of its words, whatever else is in it. */
const toMatch = (queries: readonly TextQuery[]): string =>
  queries
    .map(({ text, isPrefix }) => {
      const phrase = `"${separateCharacters(withoutNul(text)).replaceAll('"', '""')}"`
      return isPrefix ? `${phrase}*` : phrase
    })
    .join(' ')

/** For an index that was just made: first what comes in, then the newest. */
export const queueEverything = async (db: Queries) => {
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, printf('%016x', 9223372036854775807 - started_at) || lower(hex(randomblob(8))),
      json_object('trace', id) from traces`.execute(db)
}

function startThread(data: IndexData) {
  const script = new URL('./sqlite-index-thread.ts', import.meta.url)
  const thread = new RequestThread<Request, IndexReply>(script, {
    name: 'text index',
    workerData: data,
  })
  const ask = async (request: Request, transfer?: ArrayBuffer[]): Promise<IndexReply> => {
    const reply = await thread.ask(request, transfer)
    if (reply.error) throw toError(data, reply.error)
    return reply
  }
  const close = async () => {
    if (thread.isOver) return
    const ended = thread.ended()
    await ask({ type: 'close' })
    await ended
  }
  return { ask, close, isOver: () => thread.isOver }
}

function toError({ textFile }: IndexData, { message, code }: SerialisedError): SqliteError {
  const remedy = isDamaged(code)
    ? `. If ${textFile} is damaged, stop the server and delete it: the index is rebuilt.`
    : ''
  return new SqliteError(message + remedy, code)
}
