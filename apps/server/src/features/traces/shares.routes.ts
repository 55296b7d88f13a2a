import type { TraceShare } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v4 } from 'uuid'
import { findSpan } from '../../db/spans/read-traces.ts'
import type { TraceSharesTable } from '../../db/tables/external.ts'
import { api } from '../../http/api.ts'

export const shareRoutes = {
  shares: api.traces.shares.handler(async ({ input, context }) => {
    const rows = await context.db
      .selectFrom('trace_shares')
      .selectAll()
      .where('workspace_id', '=', context.workspaceId)
      .where('trace_id', '=', input.id)
      .orderBy('created_at')
      .execute()
    return rows.map(toShare)
  }),

  share: api.traces.share.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { traceId, spanId } = input
    if (!(await findSpan(db, workspaceId, traceId, spanId))) throw errors.NO_SUCH_SPAN()
    await db
      .insertInto('trace_shares')
      .values({
        token: v4(),
        workspace_id: workspaceId,
        trace_id: traceId,
        span_id: spanId,
        created_at: Date.now() * 1_000,
      })
      .onConflict((conflict) => conflict.columns(['workspace_id', 'span_id']).doNothing())
      .execute()
    const row = await db
      .selectFrom('trace_shares')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('span_id', '=', spanId)
      .executeTakeFirst()
    if (!row) throw errors.NO_SUCH_SPAN()
    return toShare(row)
  }),

  revokeShare: api.traces.revokeShare.handler(async ({ input, context, errors }) => {
    const { numDeletedRows } = await context.db
      .deleteFrom('trace_shares')
      .where('workspace_id', '=', context.workspaceId)
      .where('token', '=', input.token)
      .executeTakeFirst()
    if (Number(numDeletedRows) === 0) throw errors.NO_SUCH_SHARE()
    return {}
  }),
}

const toShare = (row: Selectable<TraceSharesTable>): TraceShare => ({
  spanId: row.span_id,
  token: row.token,
  createdAt: row.created_at,
})
