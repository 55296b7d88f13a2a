import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What Postgres took for words is read anew: words are told apart by one rule, whatever the engine. */
export async function ownWords(db: Kysely<unknown>, { engine }: ColumnTypes) {
  if (engine === 'sqlite') return
  await sql`truncate search_texts`.execute(db)
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, gen_random_uuid()::text, json_build_object('trace', id)::text from traces`.execute(
    db,
  )
  await sql`drop index search_texts_trace_id_idx`.execute(db)
  await sql`create index search_texts_trace_id_span_id_idx
    on search_texts (trace_id, hashtextextended(span_id, 0))`.execute(db)
}
