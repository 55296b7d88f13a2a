import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/**
 * Indexes the words of several spans of a trace in one row on Postgres, as SQLite's index does. Every trace is queued to be
 * indexed again.
 */
export async function groupSearchTexts(db: Kysely<unknown>, { engine }: ColumnTypes) {
  if (engine === 'sqlite') return
  await sql`drop table search_texts`.execute(db)
  await sql`create table search_texts (
    id bigint generated always as identity primary key,
    workspace_id text collate "C" not null,
    trace_id text collate "C" not null,
    spans bigint[] not null,
    words tsvector not null
  )`.execute(db)
  await sql`create index search_texts_words_idx on search_texts using gin (words)
    with (gin_pending_list_limit = 256)`.execute(db)
  await sql`create index search_texts_trace_id_idx on search_texts (trace_id)`.execute(db)
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, gen_random_uuid()::text, json_build_object('trace', id)::text from traces`.execute(
    db,
  )
}
