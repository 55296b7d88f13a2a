import type { Db, Queries } from '../../platform/db/db.ts'

/** About 100 MB. Remembering every expired trace would grow without bound. */
const MAX_REMEMBERED = 500_000
const DELETE_BATCH_SIZE = 1_000

/**
 * Forgets all but the newest ids of traces that retention deleted. Remembered traces are not
 * counted again when ingested again.
 */
export async function pruneRememberedTraces(
  db: Db,
  workspaceId: string,
  maxRemembered = MAX_REMEMBERED,
): Promise<void> {
  const selectExpired = (queries: Queries) =>
    queries
      .selectFrom('deleted_traces')
      .where('workspace_id', '=', workspaceId)
      .where('expired_at', 'is not', null)
  const last = await selectExpired(db.analytics)
    .select('expired_at')
    .orderBy('expired_at', 'desc')
    .offset(maxRemembered)
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('deleted_traces')
      .where('workspace_id', '=', workspaceId)
      .where(
        'id',
        'in',
        selectExpired(db)
          .select('id')
          .where('expired_at', '<=', last.expired_at)
          .limit(DELETE_BATCH_SIZE),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
  }
}
