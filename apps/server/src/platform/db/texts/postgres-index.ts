import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Queries } from '../db.ts'
import type { Portable } from '../portable.ts'
import { createFeeder } from './feeder.ts'
import { forgetThrough, measureSpans, sum, copyWords } from './buffered-spans.ts'
import { LexemeWorker } from './lexeme-worker.ts'
import { formatPhrase } from './lexemes.ts'
import { feedNext } from './postgres-feed.ts'
import {
  type BufferedRow,
  BUFFER_BYTES,
  type BufferedSpan,
  MAX_FOUND_SPANS,
  type TextIndex,
  type TextQuery,
} from './text-index.ts'

/** While another process feeds the index, retry after about one of its transactions. */
const RETRY_MS = 50

/** A table of tsvectors. One process at a time feeds it from the queue. */
export function postgresTextIndex(db: Queries, portable: Portable): TextIndex {
  /** Spans in memory, by the id of their row of the queue. */
  const buffered = new Map<string, BufferedSpan[]>()
  /** Bytes of the spans, by the same id. */
  const sizes = new Map<string, number>()
  const buffer = ({ id, spans }: BufferedRow) => {
    const bytes = measureSpans(spans)
    if (sum(sizes.values()) + bytes > BUFFER_BYTES) return
    sizes.set(id, bytes)
    buffered.set(id, copyWords(spans))
  }
  const worker = new LexemeWorker()
  const feeder = createFeeder(async (pace) => {
    const done = await pace(() => feedNext({ db, portable, worker, buffered }))
    if (!done) {
      await wait(RETRY_MS)
      return true
    }
    // Rows that another process indexed are done as well.
    forgetThrough(buffered, done.at(-1))
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
            order by id desc limit ${MAX_FOUND_SPANS}
          ) as newest
        ) as found where newer < ${MAX_FOUND_SPANS} group by trace_id order by max(id) desc`.execute(
        db,
      )
      const spans = sum(rows.map((row) => Number(row.spans)))
      return { traceIds: rows.map(({ trace_id }) => trace_id), isCut: spans >= MAX_FOUND_SPANS }
    },
    async among(workspaceId, queries, traceIds) {
      const { rows } = await findAmong(portable, workspaceId, queries, traceIds).execute(db)
      return rows.map((row) => row.trace_id)
    },
    // A migration that empties the table queues every trace.
    isNew: async () => false,
    wake(queued) {
      if (queued && queued.spans.length > 0) buffer(queued)
      feeder.wake()
    },
    rest: () => worker.rest(),
    settled: () => feeder.settled(),
    async close() {
      await feeder.close()
      await worker.end()
    },
  }
}

/** OFFSET makes Postgres look up each trace. It would scan all rows with the words, whose number it cannot estimate. */
export const findAmong = (
  portable: Portable,
  workspaceId: string,
  queries: readonly TextQuery[],
  traceIds: readonly string[],
) => sql<{ trace_id: string }>`
  select wanted.value as trace_id from ${portable.valueRows(traceIds, 'wanted')} where exists (
    select from (
      select words from search_texts
      where trace_id = wanted.value and workspace_id = ${workspaceId} offset 0
    ) as indexed where words @@ (${toQuery(queries)})
  )`

const toQuery = (queries: readonly TextQuery[]) =>
  sql.join(
    queries.map((query) => sql`cast(${formatPhrase(query)} as tsquery)`),
    sql` && `,
  )
