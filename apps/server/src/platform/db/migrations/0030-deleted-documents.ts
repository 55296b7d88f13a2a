import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const HASH_INDEX = 'collection_documents_collection_id_hash_idx'

/** A deleted document can be restored, and its text added anew meanwhile. */
export async function deletedDocuments(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('collection_documents').addColumn('deleted_at', int).execute()
  await db.schema.dropIndex(HASH_INDEX).execute()
  await db.schema
    .createIndex(HASH_INDEX)
    .unique()
    .on('collection_documents')
    .columns(['collection_id', 'hash'])
    .where(sql`deleted_at`, 'is', null)
    .execute()
}
