import { atomic } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'

/** Deletes incidents that ended before this time, with their deliveries. */
export async function deleteOldIncidents(
  db: Db,
  workspaceId: string,
  before: number,
): Promise<void> {
  const endedIncidents = db
    .selectFrom('alert_firings')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('ended_at', '<', before)
  await atomic(db, [
    db
      .deleteFrom('alert_deliveries')
      .where('workspace_id', '=', workspaceId)
      .where('firing_id', 'in', endedIncidents),
    db
      .deleteFrom('alert_firings')
      .where('workspace_id', '=', workspaceId)
      .where('ended_at', '<', before),
  ])
}
