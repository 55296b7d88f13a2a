import type { TraceShare } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { findSpan } from '../query/read-details.ts'
import { hasTrace } from '../query/read-traces.ts'
import { deleteShares, createShare, selectValidShares } from '../store/trace-shares.ts'
import type { TraceSharesTable } from '../../platform/db/tables/external.ts'
import { api } from '../../api/context.ts'

export const shareRoutes = {
  shares: api.traces.shares.handler(async ({ input, context }) => {
    const rows = await selectValidShares(context.db)
      .where('workspace_id', '=', context.workspaceId)
      .where('trace_id', '=', input.id)
      .orderBy('created_at')
      .execute()
    return rows.map(toShare)
  }),

  share: api.traces.share.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const { traceId, spanId } = input
    // A trace is shared by its own id, even before its root has arrived.
    const exists =
      spanId === traceId
        ? await hasTrace(db, workspaceId, traceId)
        : (await findSpan(db, workspaceId, traceId, spanId)) !== undefined
    if (!exists) throw errors.NO_SUCH_SPAN()
    return toShare(await createShare(db, { workspaceId, traceId, spanId }, input.expiresAt))
  }),

  revokeShare: api.traces.revokeShare.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    if ((await deleteShares(db, workspaceId, ['token', input.token])) === 0)
      throw errors.NO_SUCH_SHARE()
    return {}
  }),
}

const toShare = (row: Selectable<TraceSharesTable>): TraceShare => ({
  spanId: row.span_id,
  token: row.token,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
})
