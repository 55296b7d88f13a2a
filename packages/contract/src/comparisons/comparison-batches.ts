import * as z from 'zod'
import { Id, Micros } from '../common.ts'
import { RunError } from '../errors.ts'

/** `gathering` until the provider accepts the batch. `ended` once its results are in the cells. */
export const BatchStatus = z.enum(['gathering', 'waiting', 'cancelling', 'ended'])
export type BatchStatus = z.infer<typeof BatchStatus>

/** Cells of one model that a provider processes as one batch. */
export const ComparisonBatch = z.object({
  id: Id,
  connection: z.string(),
  model: z.string(),
  status: BatchStatus,
  /** Id and status at the provider. Null until the provider accepts the batch. */
  providerId: z.string().nullable(),
  providerStatus: z.string().nullable(),
  requests: z.object({ total: z.int(), completed: z.int(), failed: z.int() }),
  createdAt: Micros,
  /** Requests that are unanswered by then expire. */
  expiresAt: Micros.nullable(),
  endedAt: Micros.nullable(),
  /** Reason for a failure of the batch or of the last status request. */
  error: RunError.nullable(),
})
export type ComparisonBatch = z.infer<typeof ComparisonBatch>
