import type { Limits } from '@lathe/contract'
import type { Egress } from '../egress/egress.ts'
import type { Grant } from '../egress/grants.ts'
import { answerOrThrow, sending } from './send.ts'
import { createTurnstile, lineOfConnection, lineOfRuns } from './concurrency.ts'
import { recording, recordingWaits } from './record.ts'
import { createRateLimiter } from './rate-limit.ts'
import { type CallWait, type Fetch, outsideScope, type RunPorts } from './request.ts'
import { retrying, type RetrySettings } from './retry.ts'
import { serving } from '../replay/serve.ts'

export type ModelAccess = {
  /** The road of every provider call of a run. */
  forRun(ports: RunPorts): Fetch
  /** For calls outside any run, as a connection's test: tried once, not recorded. */
  direct: Fetch
  /** For work outside any run: waits and tries again as runs do, and is not recorded. */
  outside: (onWait?: (wait: CallWait) => void) => Fetch
  /** As the pipeline's own, for answers that break off once they have begun. */
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

/** budget → tape (serve) → retry → its runs' line → rate → its connection's line → tape (record) → key → egress broker. */
export function createModelAccess(
  egress: Egress,
  limits: AccessLimits,
  allow: readonly Grant[] = [],
): ModelAccess {
  const send = sending(egress, {
    timeoutMs: limits.providerTimeoutMs,
    maxBytes: limits.providerResponseBytes,
    allow,
  })
  const amongRuns = createTurnstile(lineOfRuns)
  const onConnection = createTurnstile(lineOfConnection)
  const retry = {
    retries: limits.providerRetries,
    maxBackoffMs: limits.providerMaxBackoffMs,
    maxRetryAfterMs: limits.providerMaxRetryAfterMs,
  }
  const inTime = createRateLimiter(limits.providerMaxRetryAfterMs)
  const sent = amongRuns(inTime(onConnection(recording(send))))
  const waiting = retrying(answerOrThrow(sent), retry)
  const inRun = answerOrThrow(serving(recordingWaits(waiting)))

  return {
    forRun(ports) {
      return (request) => {
        request.call.scope ??= ports.begin(request.kind, request.name)
        ports.checkBudget()
        return inRun(request)
      }
    },
    direct: answerOrThrow(send),
    outside: (onWait) => {
      const scope = outsideScope(onWait)
      return (request) => {
        request.call.scope ??= scope
        return waiting(request)
      }
    },
    retry,
  }
}
