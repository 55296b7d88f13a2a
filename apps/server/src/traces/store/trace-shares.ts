import { v4 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { now } from '../../platform/time.ts'

export type SharePlace = { workspaceId: string; traceId: string; spanId: string }

/** A link made for the trace itself shows all of it, its root too once that has arrived. */
export const isOfTrace = (share: { trace_id: string; span_id: string }): boolean =>
  share.span_id === share.trace_id

/** Links whose time is not over. */
export const validShares = (db: Queries) =>
  db
    .selectFrom('trace_shares')
    .selectAll()
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))

/** How many of them were. */
export async function deleteShares(
  db: Queries,
  workspaceId: string,
  [column, value]: ['token' | 'span_id' | 'trace_id', string],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('trace_shares')
    .where('workspace_id', '=', workspaceId)
    .where(column, '=', value)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The one link of a span: made, or kept with another end if one is given. */
export async function makeShare(
  db: Queries,
  { workspaceId, traceId, spanId }: SharePlace,
  expiresAt?: number | null,
) {
  await db
    .deleteFrom('trace_shares')
    .where('workspace_id', '=', workspaceId)
    .where('trace_id', '=', traceId)
    .where('span_id', '=', spanId)
    .where('expires_at', '<=', now())
    .execute()
  return db
    .insertInto('trace_shares')
    .values({
      token: v4(),
      workspace_id: workspaceId,
      trace_id: traceId,
      span_id: spanId,
      created_at: now(),
      expires_at: expiresAt ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'trace_id', 'span_id']).doUpdateSet({
        // Without a change the row would not be returned.
        expires_at: (eb) =>
          expiresAt === undefined ? eb.ref('trace_shares.expires_at') : eb.val(expiresAt),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
