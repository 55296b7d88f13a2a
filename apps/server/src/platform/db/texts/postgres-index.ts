import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { createFeeder } from './feeder.ts'
import { forgetThrough, measureSpans, sum, copyWords } from './buffered-spans.ts'
import { Lexemes } from './lexeme-worker.ts'
import { formatPhrase } from './lexemes.ts'
import { feedNext } from './postgres-feed.ts'
import {
  type Handed,
  BUFFER_BYTES,
  type BufferedSpan,
  MOST_SPANS,
  type TextIndex,
  type TextQuery,
} from './text-index.ts'

/** Another process is at the queue; it takes about as long to what it is doing. */
const ELSEWHERE_MS = 50

/** A tsvector beside the spans, fed from the queue by one process at a time. */
export function postgresTextIndex(db: Queries, portable: Portable): TextIndex {
  /** By the row of the queue, and the bytes of each. */
  const handed = new Map<string, BufferedSpan[]>()
  const sizes = new Map<string, number>()
  const hand = ({ id, spans }: Handed) => {
    const bytes = measureSpans(spans)
    if (sum(sizes.values()) + bytes > BUFFER_BYTES) return
    sizes.set(id, bytes)
    handed.set(id, copyWords(spans))
  }
  const lexemes = new Lexemes()
  const feeder = createFeeder(async (pace) => {
    const done = await pace(() => feedNext({ db, portable, lexemes, handed }))
    if (!done) {
      await wait(ELSEWHERE_MS)
      return true
    }
    // What another process was at is done as well.
    forgetThrough(handed, done.at(-1))
    forgetThrough(sizes, done.at(-1))
    return done.length > 0
  })
  return {
    async find(workspaceId, queries) {
      const { rows } = await sql<{ trace_id: string; spans: number | string }>`
        select trace_id, sum(spans) as spans from (
          select trace_id, id, spans, sum(spans) over (order by id desc) - spans as newer from (
            select trace_id, id, cardinality(spans) as spans from search_texts
            where workspace_id = ${workspaceId} and words @@ (${toQuery(queries)})
            order by id desc limit ${MOST_SPANS}
          ) as newest
        ) as found where newer < ${MOST_SPANS} group by trace_id order by max(id) desc`.execute(db)
      const spans = rows.reduce((sum, row) => sum + Number(row.spans), 0)
      return { traceIds: rows.map(({ trace_id }) => trace_id), isCut: spans >= MOST_SPANS }
    },
    async among(workspaceId, queries, traceIds) {
      const { rows } = await findAmong(portable, workspaceId, queries, traceIds).execute(db)
      return rows.map((row) => row.trace_id)
    },
    // Whatever empties it queues what is stored.
    isNew: async () => false,
    wake(queued) {
      if (queued && queued.spans.length > 0) hand(queued)
      feeder.wake()
    },
    rest: () => lexemes.rest(),
    settled: () => feeder.settled(),
    async close() {
      await feeder.close()
      await lexemes.end()
    },
  }
}

/** With OFFSET the spans of each are looked up: Postgres would go through all that have the words, as it knows less of those than of ids. */
export const findAmong = (
  portable: Portable,
  workspaceId: string,
  queries: readonly TextQuery[],
  traceIds: readonly string[],
) => sql<{ trace_id: string }>`
  select asked.value as trace_id from ${portable.rowsOf(traceIds, 'asked')} where exists (
    select from (
      select words from search_texts
      where trace_id = asked.value and workspace_id = ${workspaceId} offset 0
    ) as said where words @@ (${toQuery(queries)})
  )`

const toQuery = (queries: readonly TextQuery[]) =>
  sql.join(
    queries.map((query) => sql`cast(${formatPhrase(query)} as tsquery)`),
    sql` && `,
  )
