import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function knowledge(db: Kysely<unknown>, types: ColumnTypes) {
  const { key, text, int } = types
  await db.schema
    .createTable('collections')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('settings', text, (c) => c.notNull())
    .addColumn('active_index', text)
    .addColumn('is_indexing', int, (c) => c.notNull())
    .addColumn('progress_done', int, (c) => c.notNull())
    .addColumn('progress_total', int, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .execute()
  await db.schema
    .createIndex('collections_workspace_id_name_idx')
    .unique()
    .on('collections')
    .columns(['workspace_id', 'name'])
    .where(sql`deleted_at`, 'is', null)
    .execute()

  await db.schema
    .createTable('collection_documents')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('collection_id', key, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('kind', key, (c) => c.notNull())
    .addColumn('url', text)
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('bytes', int, (c) => c.notNull())
    .addColumn('characters', int, (c) => c.notNull())
    .addColumn('metadata', text, (c) => c.notNull())
    .addColumn('index_key', key)
    .addColumn('failed_key', key)
    .addColumn('error', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('collection_documents_collection_id_hash_idx')
    .unique()
    .on('collection_documents')
    .columns(['collection_id', 'hash'])
    .execute()
  await db.schema
    .createIndex('collection_documents_collection_id_id_idx')
    .on('collection_documents')
    .columns(['collection_id', 'id'])
    .execute()
  await chunks(db, types)
}

async function chunks(
  db: Kysely<unknown>,
  { key, text, int, counted, vector, engine }: ColumnTypes,
) {
  await db.schema
    .createTable('collection_chunks')
    .addColumn('seq', counted)
    .addColumn('collection_id', key, (c) => c.notNull())
    .addColumn('document_id', key, (c) => c.notNull())
    .addColumn('index_key', key, (c) => c.notNull())
    .addColumn('position', int, (c) => c.notNull())
    .addColumn('text', text, (c) => c.notNull())
    .addColumn('line_from', int, (c) => c.notNull())
    .addColumn('line_to', int, (c) => c.notNull())
    .addColumn('vector', vector, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('collection_chunks_place_idx')
    .unique()
    .on('collection_chunks')
    .columns(['document_id', 'index_key', 'position'])
    .execute()
  await db.schema
    .createIndex('collection_chunks_collection_id_index_key_idx')
    .on('collection_chunks')
    .columns(['collection_id', 'index_key'])
    .execute()
  for (const statement of engine === 'sqlite' ? sqliteWords : postgresWords) {
    await sql.raw(statement).execute(db)
  }
}

/** The words lie beside the rows they are of, and follow them. */
const sqliteWords = [
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

const postgresWords = [
  `create index collection_chunks_words_idx on collection_chunks using gin (to_tsvector('simple', text))`,
]
