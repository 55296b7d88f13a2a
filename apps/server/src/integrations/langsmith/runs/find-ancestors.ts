import type { Queries } from '../../../platform/db/db.ts'

type Place = { id: string; trace_id: string; parent_id: string | null; started_at: number }

/**
 * Reads the ancestors of spans level by level. Returns a function that gives the path from the root
 * to the parent of a span.
 */
export async function findAncestors(
  db: Queries,
  workspaceId: string,
  rows: readonly Place[],
  /** Spans that are already loaded and may be ancestors. */
  atHand: readonly Place[] = rows,
): Promise<(row: Place) => { id: string; startedAt: number }[]> {
  const known = new Map(atHand.map((row) => [keyOf(row, row.id), row]))
  const traceIds = [...new Set(rows.map((row) => row.trace_id))]
  let missing = parentsOf(rows, known)
  while (missing.length > 0) {
    const found = await db
      .selectFrom('spans')
      .select(['id', 'trace_id', 'parent_id', 'started_at'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('id', 'in', missing)
      .execute()
    for (const row of found) known.set(keyOf(row, row.id), row)
    missing = parentsOf(found, known)
  }
  return (row) => {
    const path: { id: string; startedAt: number }[] = []
    const seen = new Set([row.id])
    let parent = known.get(keyOf(row, row.parent_id))
    while (parent && !seen.has(parent.id)) {
      seen.add(parent.id)
      path.unshift({ id: parent.id, startedAt: parent.started_at })
      parent = known.get(keyOf(parent, parent.parent_id))
    }
    return path
  }
}

/** Span ids are unique only within a trace. */
const keyOf = ({ trace_id: traceId }: Place, id: string | null) => `${traceId}/${id}`

const parentsOf = (rows: readonly Place[], known: ReadonlyMap<string, Place>): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      row.parent_id !== null && !known.has(keyOf(row, row.parent_id)) ? [row.parent_id] : [],
    ),
  ),
]
