import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { now } from '../../platform/time.ts'

/** With its runs: found no more until they are restored or purged. */
export async function hideSuite(db: Queries, workspaceId: string, id: string): Promise<void> {
  const deleted = { deleted_at: now() }
  await atomic(db, [
    db
      .updateTable('suites')
      .set(deleted)
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
    db
      .updateTable('comparisons')
      .set(deleted)
      .where('workspace_id', '=', workspaceId)
      .where('suite_id', '=', id)
      .where('deleted_at', 'is', null),
  ])
}

/** With the runs that went with it; those deleted before it stay so. */
export async function restoreSuite(db: Queries, workspaceId: string, id: string): Promise<void> {
  const deletedAt = db
    .selectFrom('suites')
    .select('deleted_at')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
  await atomic(db, [
    db
      .updateTable('comparisons')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('suite_id', '=', id)
      .where('deleted_at', '=', deletedAt),
    db
      .updateTable('suites')
      .set({ deleted_at: null })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id),
  ])
}
