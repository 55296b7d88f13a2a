import type { ReplayBatch, StartReplayBatch } from '@lathe/contract'
import { listTraces } from '../../db/spans/list/list-traces.ts'
import { api, type Context } from '../../http/api.ts'
import { toBatch } from './batch-view.ts'
import { type BatchRow, findBatch, insertBatch, setBatchStatus } from './batches.store.ts'

export const batchRoutes = {
  start: api.replayBatches.start.handler(async ({ input, context, errors }) => {
    const traceIds = await chosen(context, input)
    if (traceIds.length === 0) throw errors.NO_SUCH_TRACE()
    const { db, workspaceId } = context
    const id = await insertBatch(db, workspaceId, traceIds, input.settings)
    context.replayBatches.start(workspaceId, id)
    return getBatch(context, id, { NO_SUCH_BATCH: () => new Error(`batch ${id} is gone`) })
  }),

  get: api.replayBatches.get.handler(({ input, context, errors }) =>
    getBatch(context, input.id, errors),
  ),

  stop: api.replayBatches.stop.handler(async ({ input, context, errors }) => {
    const { status } = await getRow(context, input.id, errors)
    await context.replayBatches.stop(input.id)
    if (status === 'running') await setBatchStatus(context.db, input.id, 'stopped')
    return getBatch(context, input.id, errors)
  }),

  resume: api.replayBatches.resume.handler(async ({ input, context, errors }) => {
    const { status } = await getRow(context, input.id, errors)
    if (status !== 'done') {
      await setBatchStatus(context.db, input.id, 'running')
      context.replayBatches.start(context.workspaceId, input.id)
    }
    return getBatch(context, input.id, errors)
  }),
}

const PAGE = 200

/** Newest first where a filter chooses. */
async function chosen(
  { db, workspaceId }: Context,
  { traceIds = [], filter }: StartReplayBatch,
): Promise<string[]> {
  if (!filter) return [...new Set(traceIds)]
  const found: string[] = []
  for (let before: string | undefined; found.length < filter.limit; before = found.at(-1)) {
    const limit = Math.min(PAGE, filter.limit - found.length)
    const { items, hasMore } = await listTraces(db, workspaceId, { ...filter, before, limit })
    found.push(...items.map(({ id }) => id))
    if (!hasMore) break
  }
  return [...new Set([...traceIds, ...found])]
}

type Errors = { NO_SUCH_BATCH: () => Error }

async function getRow({ db, workspaceId }: Context, id: string, errors: Errors): Promise<BatchRow> {
  const row = await findBatch(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_BATCH()
  return row
}

const getBatch = async (context: Context, id: string, errors: Errors): Promise<ReplayBatch> =>
  toBatch(context.db, context.workspaceId, await getRow(context, id, errors))
