import type { RejectedItem } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'

const MAX_LISTED = 200

export async function listRejectedItems(db: Queries, workspaceId: string): Promise<RejectedItem[]> {
  const rows = await db
    .selectFrom('rejected_items')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(({ workspace_id: _workspace, rejected_at, door, ...item }) => ({
    ...item,
    source: door,
    rejectedAt: rejected_at,
  }))
}
