import type { BatchItem, ReplayBatch, ReplayReport } from '@lathe/contract'
import { type TraceChoice, batchTraceIds } from '../../traces/query/list/list-ids.ts'
import { readFilter } from '../../traces/query/list/trace-filter.ts'
import { api, type Context } from '../../api/context.ts'
import {
  type BatchRow,
  findBatch,
  insertBatch,
  listBatchReplays,
  setBatchStatus,
  listTitles,
} from './batches.store.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'

export const batchRoutes = {
  start: api.replayBatches.start.handler(async ({ input, context, errors }) => {
    const { traceIds: explicitIds = [], filter } = input
    const { limit = 0, ...choice } = filter ? readFilter(filter, errors) : {}
    const foundTraces = filter ? await newest(context, choice, limit) : []
    const traceIds = [...new Set([...explicitIds, ...foundTraces])]
    if (traceIds.length === 0) throw errors.NO_SUCH_TRACE()
    const { db, workspaceId } = context
    const id = await insertBatch(db, workspaceId, traceIds, input.settings)
    context.replayBatches.start(workspaceId, id)
    return getBatch(context, id, { NO_SUCH_BATCH: () => new Error(`batch ${id} was deleted`) })
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
  choice: TraceChoice,
  limit: number,
): Promise<string[]> {
  const foundTraces: string[] = []
  for await (const ids of batchTraceIds(db, workspaceId, choice)) {
    foundTraces.push(...ids)
    if (foundTraces.length >= limit) break
  }
  return foundTraces.slice(0, limit)
}

type Errors = { NO_SUCH_BATCH: () => Error }

async function getRow({ db, workspaceId }: Context, id: string, errors: Errors): Promise<BatchRow> {
  const row = await findBatch(db, workspaceId, id)
  if (!row) throw errors.NO_SUCH_BATCH()
  return row
}

const getBatch = async (context: Context, id: string, errors: Errors): Promise<ReplayBatch> =>
  toBatch(context.db, context.workspaceId, await getRow(context, id, errors))

/** Returns the progress of a batch, the worst replays first. */
async function toBatch(db: Queries, workspaceId: string, row: BatchRow): Promise<ReplayBatch> {
  const [replays, titles] = await Promise.all([
    listBatchReplays(db, row.id),
    listTitles(db, workspaceId, row),
  ])
  const byTrace = new Map(replays.map((replay) => [replay.traceId, replay]))
  const skipped = new Map(fromJson(row.skipped).map(({ traceId, reason }) => [traceId, reason]))
  const traceIds = fromJson(row.trace_ids)
  const items = traceIds.map((traceId): BatchItem => {
    const replay = byTrace.get(traceId)
    const remark = skipped.get(traceId) ?? describeVerdict(replay?.report ?? null)
    const title = titles.get(traceId) ?? ''
    return {
      traceId,
      title,
      replayId: replay?.id ?? null,
      verdict: replay?.verdict ?? null,
      summary: remark,
    }
  })
  const count = (verdict: BatchItem['verdict']) =>
    items.filter((item) => item.verdict === verdict).length
  return {
    id: row.id,
    status: row.status,
    settings: fromJson(row.settings),
    total: traceIds.length,
    counts: {
      identical: count('identical'),
      diverged: count('diverged'),
      error: count('error'),
      skipped: skipped.size,
    },
    items: items.toSorted((a, b) => severity(b, skipped) - severity(a, skipped)),
    createdAt: row.created_at,
  }
}

const SEVERITY = { error: 3, diverged: 2, identical: 0 }

const severity = ({ traceId, verdict }: BatchItem, skipped: ReadonlyMap<string, string>): number =>
  verdict === null ? (skipped.has(traceId) ? 1 : -1) : SEVERITY[verdict]

function describeVerdict(report: ReplayReport | null): string {
  if (!report || report.verdict === 'identical') return ''
  const { error, firstDivergence, steps, states, status } = report
  if (error) return error.message
  const step = firstDivergence === null ? undefined : steps[firstDivergence]
  if (step) {
    const { kind, name, address } = step
    return `${kind} ${name} of ${address.path.join('/')} in superstep ${address.superstep}`
  }
  const state = states.find((candidate) => candidate.state !== 'same')
  if (state) return `state after superstep ${state.superstep}: ${state.channels.join(', ')}`
  return status.recording === status.replay
    ? 'another output'
    : `${status.recording} → ${status.replay}`
}
