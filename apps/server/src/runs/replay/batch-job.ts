import type { SkippedTrace } from '@lathe/contract'
import { fromJson } from '../../platform/db/json.ts'
import type { AppContext } from '../../api/context.ts'
import { createJobs, DRAINING, type Jobs } from '../../platform/jobs/jobs.ts'
import {
  findBatch,
  listBatchReplays,
  listRunningBatches,
  setBatchStatus,
  setSkipped,
} from './batches.store.ts'
import { getReplay } from './get-replay.ts'
import { type ReplayContext, type ReplayErrors, startReplay } from './start-replay.ts'

type BatchContext = Pick<AppContext, 'db' | 'executor' | 'limits' | 'tools' | 'log'>

/** Concurrent replays of a batch. They call no provider, so only the machine limits them. */
const CONCURRENT_REPLAYS = 8

export const createBatchJobs = (context: BatchContext): Jobs =>
  createJobs({
    ...context,
    kind: 'replays',
    work: ({ workspaceId, id }, signal) => work({ ...context, workspaceId }, id, signal),
    listRunning: async () =>
      (await listRunningBatches(context.db)).map((row) => ({
        workspaceId: row.workspace_id,
        id: row.id,
      })),
  })

async function work(context: ReplayContext, id: string, signal: AbortSignal): Promise<void> {
  const { db, workspaceId } = context
  const batch = await findBatch(db, workspaceId, id)
  if (batch?.status !== 'running') return
  const skipped = fromJson(batch.skipped)
  const startedReplays = await listBatchReplays(db, id)
  const doneIds = new Set([...skipped, ...startedReplays].map(({ traceId }) => traceId))
  const waitingIds = fromJson(batch.trace_ids).filter((traceId) => !doneIds.has(traceId))
  const settings = fromJson(batch.settings)
  const unfinishedIds = startedReplays
    .filter(({ verdict }) => verdict === null)
    .map((replay) => replay.id)

  const next = async (): Promise<void> => {
    for (;;) {
      if (signal.aborted) return
      const unfinished = unfinishedIds.shift()
      if (unfinished !== undefined) {
        await conclude(context, unfinished, signal)
        continue
      }
      const traceId = waitingIds.shift()
      if (traceId === undefined) return
      const replayId = await begin(context, { ...settings, traceId }, id)
      if (typeof replayId === 'string') await conclude(context, replayId, signal)
      else {
        skipped.push(replayId)
        await setSkipped(db, id, skipped)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_REPLAYS }, next))
  if (signal.reason === DRAINING) return
  await setBatchStatus(db, id, signal.aborted ? 'stopped' : 'done')
}

/** Starts a replay. Returns its id or the reason it was skipped. */
async function begin(
  context: ReplayContext,
  start: Parameters<typeof startReplay>[1],
  batchId: string,
): Promise<string | SkippedTrace> {
  try {
    return await startReplay(context, start, REASONS, batchId)
  } catch (error) {
    if (error instanceof NotPlayable) return { traceId: start.traceId, reason: error.message }
    throw error
  }
}

async function conclude(context: ReplayContext, id: string, signal: AbortSignal): Promise<void> {
  await context.executor.waitUntilSettled(id, signal)
  if (!signal.aborted) await getReplay(context, id)
}

class NotPlayable extends Error {}

const REASONS: ReplayErrors = {
  NO_SUCH_TRACE: () => new NotPlayable('The run was deleted.'),
  NO_SUCH_VERSION: () => new NotPlayable('Its agent no longer has this version.'),
  NOT_REPLAYABLE: ({ data }) => new NotPlayable(data.reason),
  GRAPH_INVALID: ({ data }) =>
    new NotPlayable(`The graph has errors: ${data.problems[0]?.message ?? ''}`),
  OVERLOADED: () => new NotPlayable('Too many runs were pending.'),
}
