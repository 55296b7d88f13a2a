import type { Limits } from '@lathe/contract'
import { refusal } from '../errors.ts'

/** Long enough for an ingest batch or two to be written. */
const RETRY_AFTER_MS = 1_000

export type ByteBudget = ReturnType<typeof createByteBudget>

/**
 * Limits the bytes held in memory at once. `full` is the error message when the limit is reached.
 */
export function createByteBudget(limit: number, message: string) {
  let usedBytes = 0
  return {
    get heldBytes() {
      return usedBytes
    },
    /** Throws 429 if the budget is exhausted. */
    reserve(bytes: number) {
      if (usedBytes + bytes > limit)
        throw refusal(429, 'OVERLOADED', message, { retryAfterMs: RETRY_AFTER_MS })
      usedBytes += bytes
    },
    release(bytes: number) {
      usedBytes -= bytes
    },
  }
}

const TOO_MANY_REQUESTS = 'Too many requests are in progress. Retry later'

/** Budget for request bodies. The largest allowed body fits if it is the only one. */
export const createBodyBudget = ({
  readingBytes,
  requestBytes,
  capsuleBytes,
  datasetBytes,
  mediaBytes,
}: Limits): ByteBudget =>
  createByteBudget(
    Math.max(readingBytes, requestBytes, capsuleBytes, datasetBytes, mediaBytes),
    TOO_MANY_REQUESTS,
  )

/**
 * Budget for files that are being processed. It is separate because files take long and would block
 * other requests.
 */
export const createFileBudget = ({ readingBytes, datasetBytes }: Limits): ByteBudget =>
  createByteBudget(
    Math.max(readingBytes, datasetBytes),
    'Too many files are being processed. Retry when one of them is done',
  )

/**
 * Budget for bodies without a key, separate so that unauthenticated clients cannot exhaust the
 * budget of others.
 */
export const createAnonymousBudget = ({ requestBytes }: Limits): ByteBudget =>
  createByteBudget(requestBytes, TOO_MANY_REQUESTS)
