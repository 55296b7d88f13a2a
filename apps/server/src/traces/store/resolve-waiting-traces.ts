import { type SqlBool, sql } from 'kysely'
import { atomic } from '../../platform/db/atomic.ts'
import type { Db } from '../../platform/db/db.ts'
import { traceLockKey } from './load-stored.ts'
import { rollupRows } from '../metrics/rollup-rows.ts'
import { addRollups } from './upserts.ts'

/**
 * Marks interrupted traces of other programs as successful once their thread has a later trace: the
 * answer was given there.
 */
export async function resolveWaitingTraces(
  db: Db,
  workspaceId: string,
  threadIds: readonly string[],
): Promise<void> {
  if (threadIds.length === 0) return
  const waitingTraces = await db
    .selectFrom('traces')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isOneOf(sql<string>`${eb.ref('thread_id')}`, threadIds))
    .where('status', '=', 'interrupted')
    .where('ended_at', 'is not', null)
    .where('source', 'is not', null)
    .where(hasContinued)
    .execute()
  if (waitingTraces.length === 0) return
  const ids = waitingTraces.map(({ id }) => id)
  const locks = ids.map((id) => traceLockKey(workspaceId, id)).sort()
  await db.portable.exclusively(locks, async (queries) => {
    const rows = await queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .where('status', '=', 'interrupted')
      .execute()
    const traces = rows.map((before) => ({
      before,
      after: { ...before, status: 'success' as const },
    }))
    await atomic(queries, [
      db
        .updateTable('traces')
        .set({ status: 'success' })
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where('status', '=', 'interrupted'),
      ...addRollups(db, rollupRows({ endedSpans: [], corrections: { spans: [], traces } })),
    ])
  })
}

const hasContinued = sql<SqlBool>`exists (select 1 from traces as later
  where later.workspace_id = traces.workspace_id and later.thread_id = traces.thread_id
    and coalesce(later.project_id, '') = coalesce(traces.project_id, '')
    and later.started_at > traces.started_at)`
