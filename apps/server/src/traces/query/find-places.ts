import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/**
 * Returns the trace of each stored span. Looks ids up one by one, because SQLite may otherwise scan
 * the workspace.
 */
export async function findTraceIds(
  db: Db,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  if (spanIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; trace_id: string }>`select spans.id, spans.trace_id
    from ${db.portable.valueRows(spanIds, 'id_asked')} cross join spans
    where spans.id = id_asked.value and spans.workspace_id = ${workspaceId}`.execute(db)
  return new Map(rows.map((row) => [row.id, row.trace_id]))
}
