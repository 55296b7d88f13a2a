import type { Db, Queries } from '../../platform/db/db.ts'

/** About 100 MB. Remembering every expired trace would grow without bound. */
const KEPT = 500_000
const BATCH = 1_000

/**
 * Forgets all but the newest ids of traces that retention deleted. Remembered traces are not
 * counted again when ingested again.
 */
export async function forgetExpired(db: Db, workspaceId: string, kept = KEPT): Promise<void> {
  const expired = (of: Queries) =>
    of
      .selectFrom('deleted_traces')
      .where('workspace_id', '=', workspaceId)
      .where('expired_at', 'is not', null)
  const last = await expired(db.analytics)
    .select('expired_at')
    .orderBy('expired_at', 'desc')
    .offset(kept)
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
        expired(db).select('id').where('expired_at', '<=', last.expired_at).limit(BATCH),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) return
  }
}
