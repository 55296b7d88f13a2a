import type { Queries } from '../db.ts'

const CHUNK = 500

/** The trace of each span, for those that are stored. */
export async function findPlaces(
  db: Queries,
  workspaceId: string,
  spanIds: readonly string[],
): Promise<Map<string, string>> {
  const places = new Map<string, string>()
  for (let start = 0; start < spanIds.length; start += CHUNK) {
    const rows = await db
      .selectFrom('spans')
      .select(['id', 'trace_id'])
      .where('id', 'in', spanIds.slice(start, start + CHUNK))
      .where('workspace_id', '=', workspaceId)
      .execute()
    for (const row of rows) places.set(row.id, row.trace_id)
  }
  return places
}
