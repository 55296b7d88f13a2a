import { type SqlBool, sql } from 'kysely'
import type { Queries } from '../db.ts'
import { prepared, type Slots } from '../prepared.ts'
import type { SerialisedError } from '../sqlite/protocol.ts'
import { isDamaged, SqliteError } from '../sqlite/sqlite-error.ts'
import { QUIET_SQLITE } from '../sqlite/thread.ts'
import { replaceNul } from '../replace-nul.ts'
import { createFeeder } from './feeder.ts'
import { forgetThrough, type PackedSpans, packSpans, measureSpans, sum } from './buffered-spans.ts'
import { RequestThread } from '../../workers/request-thread.ts'
import { separateCharacters } from './separate-characters.ts'
import type { TraceSearch } from './sqlite-texts.ts'
import { type BufferedRow, BUFFER_BYTES, type TextIndex, type TextQuery } from './text-index.ts'

export type IndexData = { file: string; textFile: string }
export type IndexRequest =
  | { type: 'find'; id: number; workspaceId: string; match: string }
  | { type: 'among'; id: number; search: TraceSearch }
  | { type: 'buffer'; id: number; row: string; spans: PackedSpans }
  | { type: 'feed'; id: number }
  | { type: 'isNew'; id: number }
  | { type: 'markQueued'; id: number }
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }
export type IndexReply = {
  id: number
  traceIds?: string[]
  isCut?: boolean
  done?: string[]
  isNew?: boolean
  error?: SerialisedError
}

/** The ids are one parameter: with one parameter each, every length would be compiled and cached separately. */
const dropQueued = prepared((db, slot: Slots<{ ids: string }>) =>
  db
    .deleteFrom('search_queue')
    .where(sql<SqlBool>`id in (select value from json_each(${slot('ids')}))`),
)

type Request = IndexRequest extends infer R ? (R extends unknown ? Omit<R, 'id'> : never) : never

/** FTS5 in its own thread and file, so that ingest does not wait for it. */
export function sqliteTextIndex(db: Queries, data: IndexData): TextIndex {
  let thread: ReturnType<typeof startThread> | undefined
  /** Bytes of spans in memory, by the id of their row of the queue. */
  const buffered = new Map<string, number>()
  const send = (request: Request) => {
    // A new thread rebuilds a missing file from the store.
    if (!thread || thread.hasEnded()) {
      buffered.clear()
      thread = startThread(data)
      feeder.wake()
    }
    return thread.send(request)
  }

  const buffer = ({ id, spans }: BufferedRow) => {
    const bytes = measureSpans(spans)
    if (!thread || spans.length === 0 || sum(buffered.values()) + bytes > BUFFER_BYTES) return
    buffered.set(id, bytes)
    const packed = packSpans(spans)
    const request: Request = { type: 'buffer', row: id, spans: packed }
    thread.send(request, [packed.json.buffer, packed.words.buffer]).catch(() => undefined)
  }

  const feeder = createFeeder(async () => {
    const { done = [], isNew = false } = await send({ type: 'feed' })
    forgetThrough(buffered, done.at(-1))
    if (done.length > 0) await dropQueued.all(db, { ids: JSON.stringify(done) })
    if (isNew) {
      await queueEverything(db)
      await send({ type: 'markQueued' })
    }
    return isNew || done.length > 0
  })

  return {
    async find(workspaceId, queries) {
      const match = formatMatch(queries)
      const { traceIds = [], isCut = false } = await send({ type: 'find', workspaceId, match })
      return { traceIds, isCut }
    },
    async among(workspaceId, queries, traceIds) {
      const wholeWords = formatMatch(queries.map((query) => ({ ...query, isPrefix: false })))
      const [first, ...others] = queries
      const prefix = others.length === 0 && first?.isPrefix ? first.text : undefined
      const search = { workspaceId, match: formatMatch(queries), wholeWords, prefix, traceIds }
      return (await send({ type: 'among', search })).traceIds ?? []
    },
    isNew: async () => (await send({ type: 'isNew' })).isNew ?? false,
    wake(queued) {
      if (queued) buffer(queued)
      feeder.wake()
    },
    rest() {
      thread?.send({ type: 'rest' }).catch(() => undefined)
    },
    settled: () => feeder.settled(),
    async close() {
      await feeder.close()
      await thread?.close()
    },
  }
}

/** Formats a query of FTS5, where a quoted string is a phrase. */
const formatMatch = (queries: readonly TextQuery[]): string =>
  queries
    .map(({ text, isPrefix }) => {
      const phrase = `"${separateCharacters(replaceNul(text)).replaceAll('"', '""')}"`
      return isPrefix ? `${phrase}*` : phrase
    })
    .join(' ')

/** Queues all traces for a new index, newest first, behind traces that arrive. */
export const queueEverything = async (db: Queries) => {
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, printf('%016x', 9223372036854775807 - started_at) || lower(hex(randomblob(8))),
      json_object('trace', id) from traces`.execute(db)
}

function startThread(data: IndexData) {
  const script = new URL('./sqlite-index-thread.ts', import.meta.url)
  const thread = new RequestThread<Request, IndexReply>(script, {
    name: 'text index',
    execArgv: [...QUIET_SQLITE],
    workerData: data,
  })
  const send = async (request: Request, transfer?: ArrayBuffer[]): Promise<IndexReply> => {
    const reply = await thread.send(request, transfer)
    if (reply.error) throw toError(data, reply.error)
    return reply
  }
  const close = async () => {
    if (thread.hasEnded) return
    const ended = thread.waitForExit()
    await send({ type: 'close' })
    await ended
  }
  return { send, close, hasEnded: () => thread.hasEnded }
}

function toError({ textFile }: IndexData, { message, code }: SerialisedError): SqliteError {
  const remedy = isDamaged(code)
    ? `. If ${textFile} is damaged, stop the server and delete it: the index is rebuilt.`
    : ''
  return new SqliteError(message + remedy, code)
}
