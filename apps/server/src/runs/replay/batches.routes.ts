import type { ReplayBatch } from '@lathe/contract'
import { type Choice, chosenTraces } from '../../traces/query/list/chosen-traces.ts'
import { readFilter } from '../../traces/query/list/read-filter.ts'
import { api, type Context } from '../../api/context.ts'
import { toBatch } from './batch-view.ts'
import { type BatchRow, findBatch, insertBatch, setBatchStatus } from './batches.store.ts'

export const batchRoutes = {
  start: api.replayBatches.start.handler(async ({ input, context, errors }) => {
    const { traceIds: named = [], filter } = input
    const { limit = 0, ...choice } = filter ? readFilter(filter, errors) : {}
    const found = filter ? await newest(context, choice, limit) : []
    const traceIds = [...new Set([...named, ...found])]
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

async function newest(
  { db, workspaceId }: Context,
  choice: Choice,
  limit: number,
): Promise<string[]> {
  const found: string[] = []
  for await (const ids of chosenTraces(db, workspaceId, choice)) {
    found.push(...ids)
    if (found.length >= limit) break
  }
  return found.slice(0, limit)
}

type Errors = { NO_SUCH_BATCH: () => Error }

async function getRow({ db, workspaceId }: Context, id: string, errors: Errors): Promise<BatchRow> {
  const row = await findBatch(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_BATCH()
  return row
}

const getBatch = async (context: Context, id: string, errors: Errors): Promise<ReplayBatch> =>
  toBatch(context.db, context.workspaceId, await getRow(context, id, errors))
