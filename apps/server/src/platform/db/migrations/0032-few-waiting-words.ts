import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Every search reads what waits to be sorted into the index: the usual 4 MB take longer than the search. */
export async function fewWaitingWords(db: Kysely<unknown>, { engine }: ColumnTypes) {
  if (engine === 'sqlite') return
  await sql`alter index search_texts_words_idx set (gin_pending_list_limit = 256)`.execute(db)
}
