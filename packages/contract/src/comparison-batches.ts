import * as z from 'zod'
import { Id, Micros } from './common.ts'
import { RunError } from './errors.ts'

/** `gathering` until the provider has taken it; `ended` when what it brought is in the cells. */
export const BatchStatus = z.enum(['gathering', 'waiting', 'cancelling', 'ended'])
export type BatchStatus = z.infer<typeof BatchStatus>

/** Cells of one model that a provider answers together. */
export const ComparisonBatch = z.object({
  id: Id,
  connection: z.string(),
  model: z.string(),
  status: BatchStatus,
  /** What the provider calls it, and what it says of its state; null before it has taken it. */
  providerId: z.string().nullable(),
  providerStatus: z.string().nullable(),
  requests: z.object({ total: z.int(), completed: z.int(), failed: z.int() }),
  createdAt: Micros,
  /** Whatever is not answered by then is not answered. */
  expiresAt: Micros.nullable(),
  endedAt: Micros.nullable(),
  /** Why it failed, or why nothing was heard of it lately. */
  error: RunError.nullable(),
})
export type ComparisonBatch = z.infer<typeof ComparisonBatch>
