import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What is to be read into the text index, and on Postgres that index itself. */
export async function textSearch(db: Kysely<unknown>, { key, text, engine }: ColumnTypes) {
  await db.schema
    .createTable('search_queue')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('body', text, (c) => c.notNull())
    .execute()
  // The embedded index is a file of its own and sees by itself that it is new.
  if (engine === 'sqlite') return
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, id, json_build_object('trace', id)::text from traces`.execute(db)
  await sql`create table search_texts (
    id bigint generated always as identity primary key,
    workspace_id text collate "C" not null,
    trace_id text collate "C" not null,
    span_id text collate "C" not null,
    words tsvector not null
  )`.execute(db)
  await sql`create index search_texts_words_idx on search_texts using gin (words)`.execute(db)
  await sql`create index search_texts_trace_id_idx on search_texts (workspace_id, trace_id, span_id)`.execute(
    db,
  )
}
