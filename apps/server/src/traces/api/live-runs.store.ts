import { isEnded, type RunStatus } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'

/**
 * Returns the runs that may still add spans: live ones, and cancelled ones whose end is being
 * stored.
 */
export async function findLiveRuns(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, RunStatus>> {
  const rows = await db
    .selectFrom('runs')
    .select(['id', 'status', 'lease_owner'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  const live = rows.filter(({ status, lease_owner }) => !isEnded(status) || lease_owner !== null)
  return new Map(live.map(({ id, status }) => [id, status]))
}
