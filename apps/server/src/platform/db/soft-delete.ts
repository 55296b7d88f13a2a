import { now } from '../time.ts'
import type { Queries } from './db.ts'

/** Hides a row that can be restored for a while. Returns false if it does not exist. */
export async function softDelete(
  db: Queries,
  table: 'alerts' | 'comparisons' | 'saved_views',
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const deletedRow = await db
    .updateTable(table)
    .set({ deleted_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return deletedRow !== undefined
}
