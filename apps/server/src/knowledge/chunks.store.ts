import type { Chunk } from '@lathe/contract'
import type { Db, Queries } from '../platform/db/db.ts'
import { atomic } from '../platform/db/atomic.ts'
import { rowInserter } from '../platform/db/insert-rows.ts'

const insertRows = rowInserter('collection_chunks', (insert) =>
  insert.onConflict((oc) => oc.columns(['document_id', 'index_key', 'position']).doNothing()),
)

export type Place = { collectionId: string; documentId: string; key: string }

/** Inserts chunks of a document in order, each with its vector. */
export async function insertChunks(
  db: Db,
  { collectionId, documentId, key }: Place,
  chunks: readonly Chunk[],
  vectors: readonly (readonly number[])[],
): Promise<void> {
  const rows = chunks.map(({ position, text, lines }, index) => ({
    collection_id: collectionId,
    document_id: documentId,
    index_key: key,
    position,
    text,
    line_from: lines.from,
    line_to: lines.to,
    vector: db.portable.vector(vectors[index] ?? []),
  }))
  const place = { documentId, indexKey: key }
  await atomic(db, [...insertRows(db, rows), ...db.portable.indexWords(db, place, chunks)])
}

/** Chunks are written in order, so these are the first ones. */
export async function countChunks(db: Queries, documentId: string, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('collection_chunks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('document_id', '=', documentId)
    .where('index_key', '=', key)
    .executeTakeFirstOrThrow()
  return count
}

export async function listChunks(
  db: Queries,
  documentId: string,
  key: string,
  limit: number,
): Promise<Chunk[]> {
  const rows = await db
    .selectFrom('collection_chunks')
    .select(['position', 'text', 'line_from', 'line_to'])
    .where('document_id', '=', documentId)
    .where('index_key', '=', key)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map(({ position, text, line_from: from, line_to: to }) => ({
    position,
    text,
    lines: { from, to },
  }))
}

/** Lists the chunks of an index in order with their documents, one row past `limit`. */
export const listPassages = (
  db: Queries,
  {
    collectionId,
    key,
    after,
    limit,
  }: { collectionId: string; key: string; after: number; limit: number },
) =>
  db
    .selectFrom('collection_chunks as c')
    .innerJoin('collection_documents as d', 'd.id', 'c.document_id')
    .select([
      'c.seq',
      'c.document_id',
      'c.position',
      'c.text',
      'c.line_from',
      'c.line_to',
      'c.vector',
    ])
    .select(['d.name', 'd.url', 'd.metadata'])
    .where('c.collection_id', '=', collectionId)
    .where('c.index_key', '=', key)
    .where('c.seq', '>', after)
    .orderBy('c.seq')
    .limit(limit + 1)
    .execute()

export type PassageRow = Awaited<ReturnType<typeof listPassages>>[number]

/** Returns the dimensions of the index's vectors. Null without vectors. */
export async function dimensionsOf(
  db: Queries,
  collectionId: string,
  key: string,
): Promise<number | null> {
  const row = await db
    .selectFrom('collection_chunks')
    .select('vector')
    .where('collection_id', '=', collectionId)
    .where('index_key', '=', key)
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return row.vector instanceof Uint8Array ? row.vector.byteLength / 4 : row.vector.length
}

/** Deletes chunks of a document that was deleted while being indexed. */
export const deleteStray = (db: Queries, { documentId }: Place) =>
  db
    .deleteFrom('collection_chunks')
    .where('document_id', '=', documentId)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('collection_documents').select('id').where('id', '=', documentId)),
      ),
    )
    .execute()

export const deleteOtherIndexes = (db: Queries, collectionId: string, key: string) =>
  db
    .deleteFrom('collection_chunks')
    .where('collection_id', '=', collectionId)
    .where('index_key', '!=', key)
    .execute()
