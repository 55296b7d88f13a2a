import { now } from '../time.ts'
import type { Queries } from './db.ts'

/** What can be restored for a while is found no more; false when there was none. */
export async function hideRow(
  db: Queries,
  table: 'alerts' | 'comparisons' | 'saved_views',
  workspaceId: string,
  id: string,
): Promise<boolean> {
  const hidden = await db
    .updateTable(table)
    .set({ deleted_at: now() })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return hidden !== undefined
}
