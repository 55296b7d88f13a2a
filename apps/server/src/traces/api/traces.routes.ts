import { MAX_IDS } from '@lathe/contract'
import { deleteTrace, deleteTraces } from '../store/delete-trace.ts'
import { listExchanges } from '../store/exchanges.ts'
import { listTraces } from '../query/list/list-traces.ts'
import { listThreads } from '../query/list/list-threads.ts'
import { countFacets } from '../query/list/facets.ts'
import { countOverTime } from '../query/list/histogram.ts'
import { measureIndexProgress } from '../../platform/db/texts/index-progress.ts'
import { findRoot, findSpan } from '../query/read-details.ts'
import { pinTraces, unpinTraces } from '../store/pin-traces.ts'
import { tagTraces } from '../store/tag-traces.ts'
import { api, uncheckedApi } from '../../api/context.ts'
import { batchTraceIds } from '../query/list/list-ids.ts'
import { findLiveRuns, findOrAwaitTrace, isTraceKnown, openOutline } from './live-runs.ts'
import { readFilter } from '../query/list/trace-filter.ts'
import { listRejectedItems } from '../ingest/rejected-items.store.ts'

export const traceRoutes = {
  rejected: api.traces.rejected.handler(({ context }) =>
    listRejectedItems(context.db, context.workspaceId),
  ),

  list: uncheckedApi.traces.list.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const page = await listTraces(db, workspaceId, readFilter(input, errors), signal)
    if (!page) throw errors.NO_SUCH_TRACE()
    return page
  }),

  threads: uncheckedApi.traces.threads.handler(async ({ input, context, errors, signal }) => {
    const { db, workspaceId } = context
    const page = await listThreads(db, workspaceId, readFilter(input, errors), signal)
    if (!page) throw errors.NO_SUCH_TRACE()
    return page
  }),

  facets: api.traces.facets.handler(({ input, context, errors, signal }) =>
    countFacets(context.db, context.workspaceId, readFilter(input, errors), signal),
  ),

  histogram: api.traces.histogram.handler(
    ({ input: { bars, ...filter }, context, errors, signal }) =>
      countOverTime(context.db, context.workspaceId, readFilter(filter, errors), bars, signal),
  ),

  searchIndex: api.traces.searchIndex.handler(({ context }) =>
    measureIndexProgress(context.db, context.workspaceId),
  ),

  tag: api.traces.tag.handler(async ({ input: { add, remove, ...choice }, context, errors }) => {
    const { db, workspaceId } = context
    let tagged = 0
    const changed: string[] = []
    for await (const ids of batchTraceIds(db, workspaceId, readFilter(choice, errors))) {
      const result = await tagTraces(db, workspaceId, ids, { add, remove })
      tagged += result.tagged
      changed.push(...result.changed.slice(0, MAX_IDS - changed.length))
    }
    return { tagged, changed }
  }),

  pin: api.traces.pin.handler(async ({ input: { isPinned, ...choice }, context, errors }) => {
    const { db, workspaceId } = context
    const result = { count: 0, changed: [] as string[] }
    for await (const ids of batchTraceIds(db, workspaceId, readFilter(choice, errors))) {
      const changed = await (isPinned ? pinTraces : unpinTraces)(db, workspaceId, ids)
      result.count += changed.length
      result.changed.push(...changed.slice(0, MAX_IDS - result.changed.length))
    }
    return result
  }),

  deleteMany: api.traces.deleteMany.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const result = { deleted: 0, live: 0 }
    for await (const ids of batchTraceIds(db, workspaceId, readFilter(input, errors))) {
      const live = await findLiveRuns(db, workspaceId, ids)
      const ended = ids.filter((id) => !live.has(id))
      result.deleted += await deleteTraces(db, workspaceId, ended)
      result.live += live.size
    }
    return result
  }),

  get: api.traces.get.handler(async ({ input, context, errors }) => {
    const trace = await findOrAwaitTrace(context.db, context.workspaceId, input.id)
    if (!trace) throw errors.NO_SUCH_TRACE()
    return trace
  }),

  outline: uncheckedApi.traces.outline.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const outline = await openOutline({ db, workspaceId, id: input.id })
    if (!outline) throw errors.NO_SUCH_TRACE()
    return outline
  }),

  root: api.traces.root.handler(async ({ input, context, errors }) => {
    const span = await findRoot(context.db, context.workspaceId, input.id)
    if (!span) throw errors.NO_SUCH_SPAN()
    return span
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
    if (exchanges.length === 0 && !(await isTraceKnown(db, workspaceId, input.id))) {
      throw errors.NO_SUCH_TRACE()
    }
    return exchanges
  }),

  delete: api.traces.delete.handler(async ({ input, context, errors }) => {
    const live = await findLiveRuns(context.db, context.workspaceId, [input.id])
    const status = live.get(input.id)
    if (status) throw errors.RUN_LIVE({ data: { status } })
    const isDeleted = await deleteTrace(context.db, context.workspaceId, input.id)
    if (!isDeleted) throw errors.NO_SUCH_TRACE()
    return {}
  }),
}
