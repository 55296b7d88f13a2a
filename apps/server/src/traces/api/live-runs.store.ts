import { isEnded, type RunStatus } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'

/** Of these, the runs that may still add spans: not ended, or cancelled and stored right now. */
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
