import { isEnded, type RunStatus } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { deleteTrace } from '../../db/spans/delete-trace.ts'
import { listExchanges } from '../../db/spans/exchanges.ts'
import { listTraces } from '../../db/spans/list-traces.ts'
import { readSkeleton } from '../../db/spans/read-skeleton.ts'
import { findSpan, findTrace } from '../../db/spans/read-traces.ts'
import { api, uncheckedApi } from '../../http/api.ts'
import { listRejectedItems } from './rejected-items.store.ts'

export const traceRoutes = {
  rejected: api.traces.rejected.handler(({ context }) =>
    listRejectedItems(context.db, context.workspaceId),
  ),

  list: api.traces.list.handler(({ input, context }) =>
    listTraces(context.db, context.workspaceId, input),
  ),

  get: api.traces.get.handler(async ({ input, context, errors }) => {
    const found = await findTrace(context.db, context.workspaceId, input.id)
    if (!found) throw errors.NO_SUCH_TRACE()
    return found
  }),

  skeleton: uncheckedApi.traces.skeleton.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const parts = readSkeleton({ db, workspaceId, id: input.id })
    const first = await parts.next()
    if (first.done) throw errors.NO_SUCH_TRACE()
    return resumed(first.value, parts)
  }),

  span: api.traces.span.handler(async ({ input, context, errors }) => {
    const { traceId, spanId } = input
    const span = await findSpan(context.db, context.workspaceId, traceId, spanId)
    if (!span) throw errors.NO_SUCH_SPAN()
    return span
  }),

  exchanges: api.traces.exchanges.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const exchanges = await listExchanges(db, workspaceId, input.id, input.spanId)
    if (exchanges.length === 0 && !(await findTrace(db, workspaceId, input.id))) {
      throw errors.NO_SUCH_TRACE()
    }
    return exchanges
  }),

  delete: api.traces.delete.handler(async ({ input, context, errors }) => {
    const status = await findLiveStatus(context.db, context.workspaceId, input.id)
    if (status) throw errors.RUN_LIVE({ data: { status } })
    const isDeleted = await deleteTrace(context.db, context.workspaceId, input.id)
    if (!isDeleted) throw errors.NO_SUCH_TRACE()
    return {}
  }),
}

/** Of the run that may still add spans: one that has not ended, or was cancelled and is stored right now. */
async function findLiveStatus(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<RunStatus | undefined> {
  const run = await db
    .selectFrom('runs')
    .select(['status', 'lease_owner'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()
  return run && (!isEnded(run.status) || run.lease_owner !== null) ? run.status : undefined
}

async function* resumed<T>(first: T, rest: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  yield first
  yield* rest
}
