import { atomic } from '../platform/db/atomic.ts'
import type { Queries } from '../platform/db/db.ts'
import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { now, RESTORABLE_MICROS } from '../platform/time.ts'
import type { DocumentEntry } from './documents.store.ts'

/** Hides a document. Its index stays until it is purged. */
export const hideDocument = (db: Queries, { id }: DocumentEntry) =>
  db.updateTable('collection_documents').set({ deleted_at: now() }).where('id', '=', id).execute()

/** Restores a document. Refused if the same text was added since. */
export async function restoreDocument(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<'done' | 'taken'> {
  try {
    await db
      .updateTable('collection_documents')
      .set({ deleted_at: null, updated_at: now() })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is not', null)
      .execute()
    return 'done'
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** Deletes documents and collections whose restore period has passed. */
export async function purgeKnowledge(db: Queries): Promise<void> {
  const before = now() - RESTORABLE_MICROS
  const collections = db.selectFrom('collections').select('id').where('deleted_at', '<', before)
  const documents = db
    .selectFrom('collection_documents')
    .select('id')
    .where((eb) => eb.or([eb('deleted_at', '<', before), eb('collection_id', 'in', collections)]))
  await atomic(db, [
    db.deleteFrom('collection_chunks').where('document_id', 'in', documents),
    db.deleteFrom('collection_documents').where('id', 'in', documents),
    db.deleteFrom('collections').where('deleted_at', '<', before),
  ])
}
