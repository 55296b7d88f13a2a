import type { Limits } from '@lathe/contract'
import { refusal } from '../errors.ts'

/** Clients that heed it come back once a batch or two has been written. */
const RETRY_AFTER_MS = 1_000

export type ByteBudget = ReturnType<typeof createByteBudget>

/** Bounds the bytes that are held in memory at once; `full` says why more are refused. */
export function createByteBudget(limit: number, full: string) {
  let held = 0
  return {
    get held() {
      return held
    },
    /** Throws 429 when there is no room. */
    take(bytes: number) {
      if (held + bytes > limit)
        throw refusal(429, 'OVERLOADED', full, { retryAfterMs: RETRY_AFTER_MS })
      held += bytes
    },
    give(bytes: number) {
      held -= bytes
    },
  }
}

const FULL = 'More is sent at once than there is room for; send this again'

/** For bodies that are read; the largest that is taken at all has room when it comes alone. */
export const roomForReading = ({
  readingBytes,
  requestBytes,
  capsuleBytes,
  datasetBytes,
  mediaBytes,
}: Limits): ByteBudget =>
  createByteBudget(
    Math.max(readingBytes, requestBytes, capsuleBytes, datasetBytes, mediaBytes),
    FULL,
  )

/** For files while they are worked on, which takes long: what else is sent keeps the room for reading. */
export const roomForFiles = ({ readingBytes, datasetBytes }: Limits): ByteBudget =>
  createByteBudget(
    Math.max(readingBytes, datasetBytes),
    'More files are being taken in than there is room for; send this again when one of them is done',
  )

/** For bodies of whoever has no key: what strangers send takes no room from others. */
export const roomForStrangers = ({ requestBytes }: Limits): ByteBudget =>
  createByteBudget(requestBytes, FULL)
