import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../../testing/databases.ts'
import { unspacedWords } from './0090-unspaced-words.ts'
import { columnTypes } from './column-types.ts'

const SQLITE = [
  'drop trigger collection_words_delete',
  'drop table collection_words',
  `create virtual table collection_words using fts5(
    text, content = 'collection_chunks', content_rowid = 'seq',
    tokenize = 'unicode61 remove_diacritics 2'
  )`,
  `create trigger collection_words_insert after insert on collection_chunks begin
    insert into collection_words (rowid, text) values (new.seq, new.text);
  end`,
  `create trigger collection_words_delete after delete on collection_chunks begin
    insert into collection_words (collection_words, rowid, text) values ('delete', old.seq, old.text);
  end`,
]

const POSTGRES = [
  'drop index collection_chunks_words_idx',
  'alter table collection_chunks drop column words',
  `create index collection_chunks_words_idx
    on collection_chunks using gin (to_tsvector('simple', text))`,
]

describeDatabases('chunks that were indexed by spaces', (db, engine) => {
  test('become searchable by words within their text', async () => {
    const old = db() as unknown as Kysely<unknown>
    for (const statement of engine === 'sqlite' ? SQLITE : POSTGRES)
      await sql.raw(statement).execute(old)
    const texts = Array.from({ length: 1_100 }, (_, position) => ({
      position,
      text: position === 1_050 ? '我们的退款政策' : `text ${position}`,
    }))
    await db()
      .insertInto('collection_chunks')
      .values(
        texts.map((chunk) => ({
          ...chunk,
          collection_id: 'c',
          document_id: 'd',
          index_key: 'k',
          line_from: 1,
          line_to: 1,
          vector: db().portable.vector([1]),
        })),
      )
      .execute()

    await unspacedWords(old, columnTypes(engine))

    const find = async (phrase: string) => {
      const scope = { indexKey: 'k', collectionId: 'c' }
      const seqs = await db().portable.chunksWithWords(db(), scope, [phrase], 5)
      const rows = await db()
        .selectFrom('collection_chunks')
        .select('text')
        .where('seq', 'in', seqs)
        .execute()
      return rows.map(({ text }) => text)
    }
    expect(await find('退款')).toEqual(['我们的退款政策'])
    expect(await find('1099')).toEqual(['text 1099'])
  })
})
