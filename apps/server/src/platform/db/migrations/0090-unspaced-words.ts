import { type Kysely, sql } from 'kysely'
import { signsApart } from '../texts/signs-apart.ts'
import { toVectors } from '../texts/lexemes.ts'
import { vectorsOf } from '../texts/tsvector.ts'
import type { ColumnTypes } from './column-types.ts'

const AT_ONCE = 500

/**
 * Indexes the words of chunks as the server splits them, so that Chinese, Japanese and Thai words are found within a text.
 * SQLite's index of traces is in a file of its own, which is rebuilt by its version.
 */
export async function unspacedWords(db: Kysely<unknown>, { engine }: ColumnTypes) {
  const isEmbedded = engine === 'sqlite'
  for (const statement of isEmbedded ? SQLITE : POSTGRES) await sql.raw(statement).execute(db)
  let after = 0
  for (;;) {
    const { rows } = await sql<{ seq: number; text: string }>`
      select seq, text from collection_chunks where seq > ${after} order by seq limit ${AT_ONCE}
    `.execute(db)
    if (rows.length === 0) return
    const seqs = rows.map(({ seq }) => seq)
    const words = rows.map(({ text }) => signsApart(text))
    if (isEmbedded)
      await sql`insert into collection_words (rowid, text)
        select value ->> 0, value ->> 1 from json_each(${JSON.stringify(
          words.map((text, index) => [seqs[index], text]),
        )})`.execute(db)
    else
      await sql`update collection_chunks as c set words = indexed.words
        from unnest(${seqs}::bigint[], ${vectorsOf(
          words.map((text) => toVectors(text)[0] ?? new Uint8Array(4)),
        )}::tsvector[]) as indexed(seq, words) where c.seq = indexed.seq`.execute(db)
    after = seqs.at(-1) ?? after
  }
}

const SQLITE = [
  'drop trigger collection_words_insert',
  'drop trigger collection_words_delete',
  'drop table collection_words',
  `create virtual table collection_words using fts5(
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  )`,
  `create trigger collection_words_delete after delete on collection_chunks begin
    delete from collection_words where rowid = old.seq;
  end`,
]

const POSTGRES = [
  'drop index collection_chunks_words_idx',
  'alter table collection_chunks add column words tsvector',
  'create index collection_chunks_words_idx on collection_chunks using gin (words)',
  // The words that are indexed are found until each trace is indexed again.
  `insert into search_queue (workspace_id, id, body)
    select workspace_id, gen_random_uuid()::text, json_build_object('trace', id)::text from traces`,
]
