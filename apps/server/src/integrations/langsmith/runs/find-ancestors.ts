import type { Queries } from '../../../platform/db/db.ts'

type SpanPosition = { id: string; trace_id: string; parent_id: string | null; started_at: number }

/**
 * Reads the ancestors of spans level by level. Returns a function that gives the path from the root
 * to the parent of a span.
 */
export async function findAncestors(
  db: Queries,
  workspaceId: string,
  rows: readonly SpanPosition[],
  /** Spans that are already loaded and may be ancestors. */
  loadedRows: readonly SpanPosition[] = rows,
): Promise<(row: SpanPosition) => { id: string; startedAt: number }[]> {
  const loaded = new Map(loadedRows.map((row) => [spanKey(row, row.id), row]))
  const traceIds = [...new Set(rows.map((row) => row.trace_id))]
  let missing = missingParents(rows, loaded)
  while (missing.length > 0) {
    const found = await db
      .selectFrom('spans')
      .select(['id', 'trace_id', 'parent_id', 'started_at'])
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', traceIds)
      .where('id', 'in', missing)
      .execute()
    for (const row of found) loaded.set(spanKey(row, row.id), row)
    missing = missingParents(found, loaded)
  }
  return (row) => {
    const path: { id: string; startedAt: number }[] = []
    const seen = new Set([row.id])
    let parent = loaded.get(spanKey(row, row.parent_id))
    while (parent && !seen.has(parent.id)) {
      seen.add(parent.id)
      path.unshift({ id: parent.id, startedAt: parent.started_at })
      parent = loaded.get(spanKey(parent, parent.parent_id))
    }
    return path
  }
}

/** Span ids are unique only within a trace. */
const spanKey = ({ trace_id: traceId }: SpanPosition, id: string | null) => `${traceId}/${id}`

const missingParents = (
  rows: readonly SpanPosition[],
  loaded: ReadonlyMap<string, SpanPosition>,
): string[] => [
  ...new Set(
    rows.flatMap((row) =>
      row.parent_id !== null && !loaded.has(spanKey(row, row.parent_id)) ? [row.parent_id] : [],
    ),
  ),
]
