import { refusal } from '../http/errors.ts'

/** Clients that heed it come back once a batch or two has been written. */
const RETRY_AFTER_MS = 1_000

/** Bounds the bytes that have been received and are not yet on disk. */
export function createByteBudget(limit: number) {
  let held = 0
  return {
    get held() {
      return held
    },
    /** Throws 429 when there is no room. */
    take(bytes: number) {
      if (held + bytes > limit)
        throw refusal(
          429,
          'OVERLOADED',
          'More traces arrive than can be written; send this again',
          {
            retryAfterMs: RETRY_AFTER_MS,
          },
        )
      held += bytes
    },
    give(bytes: number) {
      held -= bytes
    },
  }
}
