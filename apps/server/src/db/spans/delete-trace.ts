import { atomic } from '../atomic.ts'
import type { Db } from '../db.ts'
import { LiveTraces } from './live-traces.ts'
import { lockOf } from './read-known.ts'

/** False when there is no such trace. The rollups stay: what happened was counted. */
export async function deleteTrace(db: Db, workspaceId: string, id: string): Promise<boolean> {
  const lock = lockOf(workspaceId, id)
  return await db.portable.exclusively([lock], async (queries) => {
    LiveTraces.of(db)?.forget(lock)
    const results = await atomic(queries, [
      ...(
        [
          'attachments',
          'feedback',
          'trace_shares',
          'exchanges',
          'span_tags',
          'span_payloads',
          'spans',
        ] as const
      ).map((table) =>
        db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('trace_id', '=', id),
      ),
      db.deleteFrom('traces').where('workspace_id', '=', workspaceId).where('id', '=', id),
    ])
    return Number(results.at(-1)?.numAffectedRows) > 0
  })
}
