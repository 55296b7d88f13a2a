import type { RunError } from '@lathe/contract'
import type { Insertable, Selectable, Updateable } from 'kysely'
import { atomic } from '../platform/db/atomic.ts'
import type { Queries } from '../platform/db/db.ts'
import { toJson } from '../platform/db/json.ts'
import type { CollectionDocumentsTable } from '../platform/db/tables/knowledge.ts'
import { now } from '../platform/time.ts'

export type DocumentRow = Selectable<CollectionDocumentsTable>

/** A document without its text, which may be long. */
export type DocumentEntry = Omit<DocumentRow, 'text' | 'deleted_at'>

const ENTRY = [
  'id',
  'workspace_id',
  'collection_id',
  'name',
  'kind',
  'url',
  'hash',
  'bytes',
  'characters',
  'metadata',
  'index_key',
  'failed_key',
  'error',
  'created_at',
  'updated_at',
] as const

/** Returns undefined if the collection has the text already. */
export const insertDocument = (
  db: Queries,
  row: Insertable<CollectionDocumentsTable>,
): Promise<DocumentEntry | undefined> =>
  db
    .insertInto('collection_documents')
    .values(row)
    .onConflict((oc) =>
      oc.columns(['collection_id', 'hash']).where('deleted_at', 'is', null).doNothing(),
    )
    .returning(ENTRY)
    .executeTakeFirst()

export const findByHash = (db: Queries, collectionId: string, hash: string) =>
  db
    .selectFrom('collection_documents')
    .select(ENTRY)
    .where('collection_id', '=', collectionId)
    .where('hash', '=', hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findDocument = (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<DocumentRow | undefined> =>
  db
    .selectFrom('collection_documents')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Lists documents, newest first. Returns one row past `limit` if there are more. */
export const listDocuments = (
  db: Queries,
  collectionId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<DocumentEntry[]> =>
  db
    .selectFrom('collection_documents')
    .select(ENTRY)
    .where('collection_id', '=', collectionId)
    .where('deleted_at', 'is', null)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()

export const listMetadata = (db: Queries, collectionId: string) =>
  db
    .selectFrom('collection_documents')
    .select(['id', 'name', 'url', 'metadata'])
    .where('collection_id', '=', collectionId)
    .where('deleted_at', 'is', null)
    .execute()

/** Shorter documents are indexed in the order they were added, before longer ones. */
const SHORT = 20_000

/** Lists documents that the index lacks: short ones by age, then long ones by length. */
export const listWaiting = (db: Queries, collectionId: string, key: string) =>
  selectWaiting(db, collectionId, key)
    .select(['id', 'characters'])
    .orderBy((eb) =>
      eb.case().when('characters', '>', SHORT).then(eb.ref('characters')).else(0).end(),
    )
    .orderBy('id')
    .execute()

/** Whether a long document must wait for a shorter one. */
export async function hasShorterWaiting(
  db: Queries,
  document: Pick<DocumentEntry, 'id' | 'collection_id'>,
  key: string,
  characters: number,
): Promise<boolean> {
  if (characters <= SHORT) return false
  const shorter = await selectWaiting(db, document.collection_id, key)
    .select('id')
    .where('characters', '<', characters)
    .where('id', '!=', document.id)
    .limit(1)
    .executeTakeFirst()
  return shorter !== undefined
}

const selectWaiting = (db: Queries, collectionId: string, key: string) =>
  db
    .selectFrom('collection_documents')
    .where('collection_id', '=', collectionId)
    .where('deleted_at', 'is', null)
    .where('index_key', 'is distinct from', key)
    .where('failed_key', 'is distinct from', key)

/** Returns undefined if the document does not exist or has another text now. */
export const editDocument = (
  db: Queries,
  { id, hash }: Pick<DocumentEntry, 'id' | 'hash'>,
  change: Updateable<CollectionDocumentsTable>,
): Promise<DocumentEntry | undefined> =>
  db
    .updateTable('collection_documents')
    .set({ ...change, updated_at: now() })
    .where('id', '=', id)
    .where('hash', '=', hash)
    .returning(ENTRY)
    .executeTakeFirst()

export const markIndexed = (db: Queries, document: DocumentRow, key: string) =>
  editDocument(db, document, { index_key: key, failed_key: null, error: null })

export const markFailed = (db: Queries, document: DocumentRow, key: string, error: RunError) =>
  editDocument(db, document, { failed_key: key, error: toJson(error) })

/** Clears failures so that documents are indexed again. */
export const forgetFailures = (db: Queries, collectionId: string) =>
  db
    .updateTable('collection_documents')
    .set({ failed_key: null, error: null })
    .where('collection_id', '=', collectionId)
    .where('failed_key', 'is not', null)
    .execute()

/** Replaces the text and deletes what was indexed of the old one. */
export async function replaceText(
  db: Queries,
  document: DocumentEntry,
  change: Updateable<CollectionDocumentsTable>,
): Promise<void> {
  await atomic(db, [
    db
      .updateTable('collection_documents')
      .set({ ...change, index_key: null, failed_key: null, error: null, updated_at: now() })
      .where('id', '=', document.id),
    db.deleteFrom('collection_chunks').where('document_id', '=', document.id),
  ])
}
