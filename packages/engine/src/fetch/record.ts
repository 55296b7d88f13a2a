import type { RecordedChunk, RunError } from '@lathe/contract'
import { httpError } from '../errors/http-error.ts'
import { toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { systemClock } from '../record/clock.ts'
import { requestFingerprint } from './fingerprint.ts'
import { safeHeaders, safeUrl } from './redact.ts'
import { type CallScope, callUrl, errorContext, type Fetch, type ModelRequest } from './request.ts'
import { observeBody } from './response-body.ts'
import type { NewExchange } from '../replay/recording.ts'

type TimedBytes = { atMs: number; bytes: Uint8Array }

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A chunk that splits a character is stored as base64, so that every byte is restored. */
function toChunk({ atMs, bytes }: TimedBytes): RecordedChunk {
  const rounded = Math.round(atMs * 100) / 100
  try {
    return { atMs: rounded, data: strict.decode(bytes), encoding: 'utf8' }
  } catch {
    return { atMs: rounded, data: Buffer.from(bytes).toString('base64'), encoding: 'base64' }
  }
}

/** Decodes the bytes of a recorded chunk. */
export const toBytes = ({ data, encoding }: RecordedChunk): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(data, encoding))

const chunksToText = (chunks: RecordedChunk[]): string =>
  Buffer.concat(chunks.map(toBytes)).toString('utf8')

/** Records every request with its answer and the time of each chunk. */
export function recordExchanges(next: Fetch): Fetch {
  return async (request) => {
    const { scope } = request.call
    const attempt = ++request.call.attempts
    if (!scope) return next(request)
    const exchange = newExchange(request, scope, attempt)
    const began = performance.now()
    const elapsedMs = () => performance.now() - began
    const finish = (error: RunError | null, response: ResponseTouch | null) => {
      const content = { ...exchange.content, response }
      request.call.isCancelled = error?.code === 'ABORTED'
      scope.record({ ...exchange, durationMs: round(elapsedMs()), error, content })
    }

    const response = await next(request).catch((error: unknown) => {
      finish(toRunError(toLatheError(error, errorContext(request))), null)
      throw error
    })
    const receivedChunks: TimedBytes[] = []
    return observeBody(response, {
      onChunk(bytes) {
        receivedChunks.push({ atMs: elapsedMs(), bytes })
      },
      onEnd(end) {
        const chunks = receivedChunks.map(toChunk)
        const { status, headers } = response
        const context = { ...errorContext(request), isStreaming: true }
        // A cancelled reader may stop before the body reports the cancellation.
        const { signal } = request
        const abortError = end === 'cancelled' ? signal?.aborted && { error: signal.reason } : end
        const error =
          status >= 300
            ? httpError(status, headers, chunksToText(chunks), context)
            : abortError
              ? toLatheError(abortError.error, context)
              : null
        const answer = { status, headers: safeHeaders(headers), chunks }
        finish(error ? toRunError(error) : null, answer)
      },
    })
  }
}

/** Records a call that is cancelled while it waits for its turn or its next attempt. */
export function recordCancelledWaits(next: Fetch): Fetch {
  return async (request) => {
    try {
      return await next(request)
    } catch (error) {
      const { scope, isCancelled: isRunCancelled } = request.call
      if (scope && request.signal?.aborted && !isRunCancelled) {
        const exchange = newExchange(request, scope, ++request.call.attempts)
        const reason = toLatheError(request.signal.reason, errorContext(request))
        if (reason.code === 'ABORTED') scope.record({ ...exchange, error: toRunError(reason) })
      }
      throw error
    }
  }
}

type HttpContent = Extract<NewExchange['content'], { type: 'http' }>

type ResponseTouch = NonNullable<HttpContent['response']>

function newExchange(
  request: ModelRequest,
  { address }: CallScope,
  attempt: number,
): NewExchange & { content: HttpContent } {
  const { kind, name, method, json } = request
  return {
    kind,
    name,
    address,
    attempt,
    fingerprint: requestFingerprint(request),
    startedAt: systemClock.now(),
    durationMs: 0,
    error: null,
    content: {
      type: 'http',
      request: {
        method,
        url: safeUrl(callUrl(request)),
        headers: { 'content-type': 'application/json' },
        body: json,
      },
      response: null,
    },
  }
}

const round = (ms: number) => Math.round(ms * 100) / 100
