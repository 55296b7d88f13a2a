import type { Db, Queries } from '../../platform/db/db.ts'

/** A hundred megabytes: a memory of everything that was too old would grow without end. */
const KEPT = 500_000
const BATCH = 1_000

/** Of the traces that retention deleted, the ids of the newest are kept: if these come again they are not counted again. */
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
