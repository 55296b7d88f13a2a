import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'

/**
 * Ids of the traces that no rule deletes: pinned, run by or played in a comparison or a suite that can still be seen or
 * restored, and played by a replay that has not ended.
 */
export async function keptTraces(db: Db, workspaceId: string): Promise<RawBuilder<{ id: string }>> {
  const played = await playedByBatches(db, workspaceId)
  const { portable } = db
  const tapesOf = (table: 'comparisons' | 'suites') => sql`
    select item.value ->> 'traceId' from ${sql.table(table)},
      ${portable.itemsOf(sql.ref(`${table}.plan`), 'cases', 'item')}
    where ${sql.ref(`${table}.workspace_id`)} = ${workspaceId}`
  return sql`
    select trace_id as id from pinned_traces where workspace_id = ${workspaceId}
    union select run_id from comparison_cells where workspace_id = ${workspaceId}
    union select traces.id from comparisons join traces
      on traces.workspace_id = comparisons.workspace_id and traces.agent_id = comparisons.id
      where comparisons.workspace_id = ${workspaceId}
    union ${tapesOf('comparisons')}
    union ${tapesOf('suites')}
    union select replays.trace_id from runs join replays on replays.id = runs.id
      where runs.workspace_id = ${workspaceId}
        and runs.status in ('pending', 'running', 'interrupted')
    union select value from ${portable.rowsOf(played, 'played')}`
}

/** Those still to be played have no replay yet. */
async function playedByBatches(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('replay_batches')
    .select('trace_ids')
    .where('workspace_id', '=', workspaceId)
    .where('status', '=', 'running')
    .execute()
  return rows.flatMap(({ trace_ids }) => fromJson(trace_ids))
}
