import type { Limits } from '@lathe/contract'
import type { Egress } from '../egress/egress.ts'
import { answerOrThrow } from './answer-or-throw.ts'
import { createTurnstile } from './concurrency.ts'
import { recording, recordingWaits } from './record.ts'
import type { Fetch, RunPorts } from './request.ts'
import { retrying } from './retry.ts'
import type { RetrySettings } from './retry.ts'
import { sending } from './send.ts'
import { serving } from '../replay/serve-http.ts'

export type ModelAccess = {
  /** The road of every provider call of a run. */
  forRun(ports: RunPorts): Fetch
  /** For calls outside any run, as a connection's test: tried once, not recorded. */
  direct: Fetch
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

/** budget → tape (serve) → retry → place in line → tape (record) → key → egress broker. */
export function createModelAccess(egress: Egress, limits: AccessLimits): ModelAccess {
  const send = sending(egress, {
    timeoutMs: limits.providerTimeoutMs,
    maxBytes: limits.providerResponseBytes,
  })
  const oneByOne = createTurnstile()
  const retry = {
    retries: limits.providerRetries,
    maxBackoffMs: limits.providerMaxBackoffMs,
    maxRetryAfterMs: limits.providerMaxRetryAfterMs,
  }
  const inRun = answerOrThrow(
    serving(recordingWaits(retrying(oneByOne(answerOrThrow(recording(send))), retry))),
  )

  return {
    forRun(ports) {
      return (request) => {
        request.call.scope ??= ports.begin(request.kind, request.name)
        ports.checkBudget()
        return inRun(request)
      }
    },
    direct: answerOrThrow(send),
    retry,
  }
}
