import { sql } from 'kysely'
import type { Db } from '../db.ts'

type Placed = { id: string; trace_id: string }

/** All spans with these ids, each with its trace: looked up one by one, for SQLite may find reading all of a workspace no dearer. */
export async function listPlaces(
  db: Db,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<Placed[]> {
  if (spanIds.length === 0) return []
  const { rows } = await sql<Placed>`select spans.id, spans.trace_id
    from ${db.portable.rowsOf([...new Set(spanIds)], 'id_asked')} cross join spans
    where spans.id = id_asked.value and spans.workspace_id = ${workspaceId}`.execute(db)
  return rows
}

/** The trace of each span, for those that are stored. */
export async function findPlaces(
  db: Db,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  const places = await listPlaces(db, workspaceId, spanIds)
  return new Map(places.map((row) => [row.id, row.trace_id]))
}
