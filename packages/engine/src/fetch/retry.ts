import { setTimeout as wait } from 'node:timers/promises'
import type { LatheError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { backoffMs } from './backoff.ts'
import type { BackoffSettings } from './backoff.ts'
import { errorContext } from './error-context.ts'
import type { Fetch, Retry } from './request.ts'

export type RetrySettings = BackoffSettings & { retries: number }

/** Tries again what the catalogue calls retryable; the connection's own number of retries goes first. */
export function retrying(next: Fetch, settings: RetrySettings): Fetch {
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

export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { retries, signal, onRetry, asError = toLatheError, canRetry = () => true } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (thrown) {
      const error = asError(thrown)
      const waitMs = backoffMs(error, attempt, options)
      const isOver = signal?.aborted || attempt > retries || waitMs === null
      if (isOver || !error.retryable || !canRetry(error)) throw error
      onRetry({ attempt, of: retries + 1, waitMs, code: error.code })
      await wait(waitMs, undefined, { signal }).catch(() => {
        throw asError(signal?.reason)
      })
    }
  }
}
