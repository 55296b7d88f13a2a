import { type RawBuilder, sql } from 'kysely'
import type { ChunkScope } from '../portable.ts'

/** A condition on `collection_chunks as c`. */
export const isInScope = ({
  collectionId,
  indexKey,
  documentIds,
}: ChunkScope): RawBuilder<boolean> =>
  sql`c.collection_id = ${collectionId} and c.index_key = ${indexKey}
    and c.document_id not in (select d.id from collection_documents d
      where d.collection_id = ${collectionId} and d.deleted_at is not null) ${
        documentIds ? sql`and c.document_id in (${sql.join(documentIds)})` : sql``
      }`
