import * as z from 'zod'
import { byId, Id, Micros, MAX_IDS, IdList } from '../common.ts'
import { commonErrors } from '../errors.ts'
import { ReplaySettings, ReplayVerdict } from './replays.ts'
import { route } from '../route.ts'
import { filterErrors, traceFilter } from '../traces/trace-filter.ts'

export const ReplayBatchStatus = z.enum(['running', 'done', 'stopped'])
export type ReplayBatchStatus = z.infer<typeof ReplayBatchStatus>

export const SkippedTrace = z.object({ traceId: Id, reason: z.string() })
export type SkippedTrace = z.infer<typeof SkippedTrace>

/** The listed traces, or the newest that match the filter. */
export const StartReplayBatch = z.strictObject({
  traceIds: IdList.optional(),
  filter: z
    .strictObject({
      ...traceFilter,
      limit: z.int().min(1).max(MAX_IDS).default(200),
    })
    .optional(),
  settings: ReplaySettings,
})
export type StartReplayBatch = z.infer<typeof StartReplayBatch>

/** One trace of a batch. `replayId` is null until it is replayed. */
export const BatchItem = z.object({
  traceId: Id,
  title: z.string(),
  replayId: Id.nullable(),
  verdict: ReplayVerdict.nullable(),
  /** Short description of the first difference, or the reason it was skipped. */
  summary: z.string(),
})
export type BatchItem = z.infer<typeof BatchItem>

export const ReplayBatch = z.object({
  id: Id,
  status: ReplayBatchStatus,
  settings: ReplaySettings,
  total: z.int(),
  counts: z.object({
    identical: z.int(),
    diverged: z.int(),
    error: z.int(),
    skipped: z.int(),
  }),
  /** Worst results first: errors, then divergences, then skipped traces. */
  items: z.array(BatchItem),
  createdAt: Micros,
})
export type ReplayBatch = z.infer<typeof ReplayBatch>

const errors = {
  ...commonErrors,
  NO_SUCH_BATCH: { status: 404, message: 'No such batch of replays' },
}

export const replayBatches = {
  start: route('POST', '/replay-batches', 'Replay many traces; returns immediately')
    .input(StartReplayBatch)
    .errors({
      ...commonErrors,
      ...filterErrors,
      NO_SUCH_TRACE: { status: 404, message: 'No trace matches' },
    })
    .output(ReplayBatch),

  get: route('GET', '/replay-batches/{id}', 'Get the progress of a batch, worst results first')
    .input(byId)
    .errors(errors)
    .output(ReplayBatch),

  stop: route('POST', '/replay-batches/{id}/stop', 'Stop; finished work stays')
    .input(byId)
    .errors(errors)
    .output(ReplayBatch),

  resume: route('POST', '/replay-batches/{id}/resume', 'Resume a batch')
    .input(byId)
    .errors(errors)
    .output(ReplayBatch),
}
