import { v4 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import { now } from '../../platform/time.ts'

export type SharedSpan = { workspaceId: string; traceId: string; spanId: string }

/** A link to the trace itself, which shows all its spans. */
export const isTraceShare = (share: { trace_id: string; span_id: string }): boolean =>
  share.span_id === share.trace_id

/** Links that have not expired. */
export const selectValidShares = (db: Queries) =>
  db
    .selectFrom('trace_shares')
    .selectAll()
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))

/** Deletes links and returns their number. */
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

/** Creates the link of a span, or updates its expiry if one is given. */
export async function createShare(
  db: Queries,
  { workspaceId, traceId, spanId }: SharedSpan,
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
        // An update without changes would not return the row.
        expires_at: (eb) =>
          expiresAt === undefined ? eb.ref('trace_shares.expires_at') : eb.val(expiresAt),
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
