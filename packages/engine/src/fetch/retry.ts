import { setTimeout as wait } from 'node:timers/promises'
import type { LatheError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { errorContext, type Fetch, type Retry } from './request.ts'

const FIRST_MS = 500

type BackoffSettings = { maxBackoffMs: number; maxRetryAfterMs: number }

/**
 * Returns the milliseconds before the next attempt: the provider's request, or exponential backoff
 * with jitter. Null if the provider asks for too long a wait.
 */
export function backoffMs(
  error: LatheError,
  attempt: number,
  { maxBackoffMs, maxRetryAfterMs }: BackoffSettings,
  random = Math.random,
): number | null {
  const requestedMs = error.retryAfterMs
  if (requestedMs !== undefined) return requestedMs <= maxRetryAfterMs ? requestedMs : null
  const longest = Math.min(maxBackoffMs, FIRST_MS * 2 ** (attempt - 1))
  return Math.round(longest * (0.5 + random() / 2))
}

export type RetrySettings = BackoffSettings & { retries: number }

/** Retries retryable errors. The connection's own number of retries takes precedence. */
export function withRetries(next: Fetch, settings: RetrySettings): Fetch {
  return (request) => {
    const retries = request.connection.maxRetries ?? settings.retries
    return retry(() => next(request), {
      ...settings,
      retries,
      signal: request.signal,
      onRetry: (retry) => request.call.scope?.onRetry(retry),
      asError: (error) => toLatheError(error, errorContext(request)),
    })
  }
}

type RetryOptions = RetrySettings & {
  signal?: AbortSignal | undefined
  onRetry: (retry: Retry) => void
  asError?: typeof toLatheError
  canRetry?: (error: LatheError) => boolean
}

/**
 * Runs `work` until it succeeds, up to `retries` times more. Throws the last error as a
 * `LatheError`.
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, signal, onRetry, asError = toLatheError, canRetry = () => true } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      const error = asError(thrown)
      const waitMs = backoffMs(error, attempt, options)
      const isFinal = signal?.aborted || attempt > retries || waitMs === null
      if (isFinal || !error.retryable || !canRetry(error)) throw error
      onRetry({ attempt, maxAttempts: retries + 1, waitMs, code: error.code })
      await wait(waitMs, undefined, { signal }).catch(() => {
        throw asError(signal?.reason)
      })
    }
  }
}
