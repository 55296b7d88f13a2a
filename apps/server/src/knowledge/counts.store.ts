import type { Queries } from '../platform/db/db.ts'

type Group = {
  indexKey: string | null
  failedKey: string | null
  count: number
  characters: number
}

export type Counts = { documents: readonly Group[]; chunks: ReadonlyMap<string, number> }

/** Counts documents and chunks per index of each collection. */
export async function countCollections(
  db: Queries,
  ids: readonly string[],
): Promise<(id: string) => Counts> {
  if (ids.length === 0) return () => NOTHING
  const [documents, chunks] = await Promise.all([
    db
      .selectFrom('collection_documents')
      .select(['collection_id', 'index_key', 'failed_key'])
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number>('characters').as('characters'),
      ])
      .where('collection_id', 'in', ids)
      .where('deleted_at', 'is', null)
      .groupBy(['collection_id', 'index_key', 'failed_key'])
      .execute(),
    db
      .selectFrom('collection_chunks')
      .select(['collection_id', 'index_key'])
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('collection_id', 'in', ids)
      .where('document_id', 'not in', deletedDocuments(db, ids))
      .groupBy(['collection_id', 'index_key'])
      .execute(),
  ])
  const groups = Map.groupBy(documents, (row) => row.collection_id)
  const indexes = Map.groupBy(chunks, (row) => row.collection_id)
  return (id) => ({
    documents: (groups.get(id) ?? []).map((row) => ({
      indexKey: row.index_key,
      failedKey: row.failed_key,
      count: row.count,
      characters: row.characters,
    })),
    chunks: new Map((indexes.get(id) ?? []).map((row) => [row.index_key, row.count])),
  })
}

const NOTHING: Counts = { documents: [], chunks: new Map() }

export async function countDocumentChunks(
  db: Queries,
  key: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('collection_chunks')
    .select('document_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('document_id', 'in', ids)
    .where('index_key', '=', key)
    .groupBy('document_id')
    .execute()
  return new Map(rows.map((row) => [row.document_id, row.count]))
}

const deletedDocuments = (db: Queries, collectionIds: readonly string[]) =>
  db
    .selectFrom('collection_documents')
    .select('id')
    .where('collection_id', 'in', collectionIds)
    .where('deleted_at', 'is not', null)
