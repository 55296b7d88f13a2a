import type { Limits } from '@lathe/contract'
import type { Egress } from '../egress/egress.ts'
import type { Grant } from '../egress/grants.ts'
import { throwOnErrorStatus, createSender } from './send.ts'
import { createConcurrencyLimiter, connectionQueue, runsQueue } from './concurrency.ts'
import { recordExchanges, recordCancelledWaits } from './record.ts'
import { createRateLimiter } from './rate-limit.ts'
import { type CallWait, type Fetch, createOutsideScope, type RunPorts } from './request.ts'
import { withRetries, type RetrySettings } from './retry.ts'
import { serveRecorded } from '../replay/serve.ts'

export type ModelAccess = {
  /** Returns the fetch of all provider calls of a run. */
  forRun(ports: RunPorts): Fetch
  /** For calls outside a run, such as a connection test: not retried, not recorded. */
  direct: Fetch
  /** For work outside a run: waits and retries like runs do, not recorded. */
  outside: (onWait?: (wait: CallWait) => void) => Fetch
  /** Retry settings of the pipeline, also used for answers that break off. */
  retry: RetrySettings
}

type AccessLimits = Pick<
  Limits,
  | 'providerTimeoutMs'
  | 'providerResponseBytes'
  | 'providerRetries'
  | 'providerMaxBackoffMs'
  | 'providerMaxRetryAfterMs'
>

/**
 * Creates the provider pipeline: budget → serve recorded → retry → queue of the runs → rate limit →
 * queue of the connection → record → key → egress.
 */
export function createModelAccess(
  egress: Egress,
  limits: AccessLimits,
  allow: readonly Grant[] = [],
): ModelAccess {
  const send = createSender(egress, {
    timeoutMs: limits.providerTimeoutMs,
    maxBytes: limits.providerResponseBytes,
    allow,
  })
  const limitPerRun = createConcurrencyLimiter(runsQueue)
  const onConnection = createConcurrencyLimiter(connectionQueue)
  const retry = {
    retries: limits.providerRetries,
    maxBackoffMs: limits.providerMaxBackoffMs,
    maxRetryAfterMs: limits.providerMaxRetryAfterMs,
  }
  const limitRate = createRateLimiter(limits.providerMaxRetryAfterMs)
  const sendLimited = limitPerRun(limitRate(onConnection(recordExchanges(send))))
  const sendWithRetries = withRetries(throwOnErrorStatus(sendLimited), retry)
  const inRun = throwOnErrorStatus(serveRecorded(recordCancelledWaits(sendWithRetries)))

  return {
    forRun(ports) {
      return (request) => {
        request.call.scope ??= ports.begin(request.kind, request.name)
        ports.checkBudget()
        return inRun(request)
      }
    },
    direct: throwOnErrorStatus(send),
    outside: (onWait) => {
      const scope = createOutsideScope(onWait)
      return (request) => {
        request.call.scope ??= scope
        return sendWithRetries(request)
      }
    },
    retry,
  }
}
