import { now } from '../../platform/time.ts'
import type { Queries } from '../../platform/db/db.ts'

/** Pins traces. Returns the ids that were not pinned before. */
export async function pinTraces(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .insertInto('pinned_traces')
    .columns(['workspace_id', 'trace_id', 'pinned_at'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .select((inner) => ['workspace_id', 'id', inner.val(now()).as('pinned_at')])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('trace_id')
    .execute()
  return rows.map(({ trace_id }) => trace_id)
}

/** Unpins traces. Returns the ids that were pinned before. */
export async function unpinTraces(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .deleteFrom('pinned_traces')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', 'in', ids)
    .returning('trace_id')
    .execute()
  return rows.map(({ trace_id }) => trace_id)
}
