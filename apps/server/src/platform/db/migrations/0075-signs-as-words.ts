import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Texts without spaces are read anew: each of their signs is a word. SQLite's index, in a file of its own, tells by itself. */
export async function signsAsWords(db: Kysely<unknown>, { engine }: ColumnTypes) {
  if (engine === 'sqlite') return
  await sql`truncate search_texts`.execute(db)
  await sql`insert into search_queue (workspace_id, id, body)
    select workspace_id, gen_random_uuid()::text, json_build_object('trace', id)::text from traces`.execute(
    db,
  )
}
