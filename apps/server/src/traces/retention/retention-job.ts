import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log.ts'
import { applyRetention } from './apply-retention.ts'
import { listWorkspacesWithRules, readRules } from './retention.store.ts'

/** Applies the retention rules of every workspace. */
export async function retain(db: Db, log: Pick<Log, 'info'>, signal: AbortSignal): Promise<void> {
  for (const workspaceId of await listWorkspacesWithRules(db)) {
    const rules = await readRules(db, workspaceId)
    const deleted = await applyRetention(db, workspaceId, rules, { signal })
    if (deleted > 0) log.info({ workspaceId, deleted }, 'traces were deleted by retention')
  }
}
