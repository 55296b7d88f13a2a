import { setTimeout as wait } from 'node:timers/promises'
import type { Effect, Json, JsonObject, RecordedChunk } from '@lathe/contract'
import { fromRunError, LatheError, toRunError } from '../errors/lathe-error.ts'
import { requestFingerprint } from '../fetch/fingerprint.ts'
import { toBytes } from '../fetch/record.ts'
import type { CallScope, Fetch, ModelRequest } from '../fetch/request.ts'
import { systemClock } from '../record/clock.ts'
import { type RecordingKey, recordingMiss, type NewExchange } from './recording.ts'
import type { Replay } from './replay.ts'

const BLANK = new Set(['content-encoding', 'content-length'])

/**
 * Serves recorded answers in a replay, chunk by chunk, with the recorded attempts, regardless of
 * the current connection limits.
 */
export function serveRecorded(fetchLive: Fetch): Fetch {
  return async (request) => {
    const { scope } = request.call
    const replay = scope?.replay
    if (!scope || !replay || replay.isLive?.(scope.address)) return fetchLive(request)

    const { kind, name } = request
    const { address } = scope
    const key: RecordingKey = { kind, name, address, fingerprint: requestFingerprint(request) }
    const answer = (request.call.answer ??= replay.recording.find(key, request.json))
    if (!answer) {
      if (replay.onMiss === 'live') return fetchLive(request)
      return failOnMiss(request, scope, recordingMiss(replay.recording, key, request.json))
    }
    const { call } = request
    for (;;) {
      const exchange = answer.tries[call.attempts] ?? answer.exchange
      const attempt = ++call.attempts
      const remainingTries = Math.max(0, answer.tries.length - attempt)
      call.remainingTries = remainingTries
      const content = withCurrentRequest(exchange.content, request)
      const servedBy = replay.isBatch ? 'batch' : 'recording'
      scope.record({
        ...exchange,
        ...key,
        content,
        attempt,
        startedAt: systemClock.now(),
        servedBy,
      })
      if (wasAborted(exchange)) {
        if (replay.onMiss === 'live') return fetchLive(request)
        return failOnMiss(request, scope, recordingMiss(replay.recording, key, request.json))
      }
      if (remainingTries === 0 || hasBegun(exchange)) {
        const untilCutOff = () => scope.waitForCancellation(request.signal)
        return toResponse(exchange, {
          speed: replay.speed ?? 0,
          signal: request.signal,
          untilCutOff,
        })
      }
      const code = exchange.error?.code ?? 'PROVIDER_ERROR'
      scope.onRetry({ attempt, maxAttempts: attempt + remainingTries, waitMs: 0, code })
    }
  }
}

/** Combines the recorded answer with the current request. */
const withCurrentRequest = (
  content: NewExchange['content'],
  { json }: ModelRequest,
): NewExchange['content'] =>
  content.type === 'http' ? { ...content, request: { ...content.request, body: json } } : content

/** A recording that was cut off by a failing node has no further answers either. */
async function failOnMiss(
  { signal }: ModelRequest,
  scope: CallScope,
  miss: LatheError,
): Promise<never> {
  await scope.waitForCancellation(signal)
  signal?.throwIfAborted()
  throw miss
}

const wasAborted = ({ content, error }: NewExchange): boolean =>
  error?.code === 'ABORTED' && content.type === 'http' && content.response === null

/** The caller had received a part of the answer, so retrying was up to the caller. */
const hasBegun = ({ content }: NewExchange): boolean =>
  content.type === 'http' && content.response !== null && content.response.status < 300

type Playback = {
  speed: number
  signal: AbortSignal | undefined
  /** Resolves when the event that cut off the recorded answer happens again. */
  untilCutOff: () => Promise<void> | undefined
}

function toResponse({ content, error }: NewExchange, playback: Playback): Response {
  const failure = error && fromRunError(error)
  if (content.type !== 'http')
    throw new LatheError('RECORDING_MISS', 'The recording is not of a request')
  if (!content.response)
    throw failure ?? new LatheError('RECORDING_MISS', 'The recording has no answer')
  const { status, headers, chunks } = content.response
  const keptHeaders = Object.entries(headers).filter(([name]) => !BLANK.has(name))
  const isCut = failure !== null && status < 300
  const body = [204, 205, 304].includes(status)
    ? null
    : toStream(pacedChunks(chunks, playback, isCut ? failure : null))
  return new Response(body, { status, headers: keptHeaders })
}

async function* pacedChunks(
  chunks: RecordedChunk[],
  { speed, signal, untilCutOff }: Playback,
  end: LatheError | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const began = performance.now()
  for (const chunk of chunks) {
    const waitMs = speed === 0 ? 0 : began + chunk.atMs / speed - performance.now()
    if (waitMs > 1) await wait(waitMs, undefined, { signal })
    signal?.throwIfAborted()
    yield toBytes(chunk)
  }
  if (end?.code === 'ABORTED') {
    await untilCutOff()
    signal?.throwIfAborted()
  }
  if (end) throw end
}

function toStream(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

type ServedTool = Pick<NewExchange, 'durationMs' | 'error' | 'content' | 'servedBy'>

/**
 * Returns a replay's result of a tool call. Null if the call must be made. Writes are never made
 * without permission: if the arguments differ from the recording, a stand-in answers.
 */
export function serveTool(
  replay: Replay,
  key: RecordingKey,
  { effect, name }: { effect: Effect; name: string },
  request: JsonObject,
): ServedTool | null {
  const isWrite = effect === 'write'
  if (isWrite && replay.writes?.has(name)) return null
  const isLive = replay.isLive?.(key.address) ?? false
  if (isLive && !isWrite) return null
  const answer = replay.recording.find(key)
  if (answer && !(isWrite && answer.isDivergent)) {
    const { durationMs, error, content } = answer.exchange
    const { result } = content.type === 'call' ? content : { result: null }
    return { durationMs, error, content: { type: 'call', request, result }, servedBy: 'recording' }
  }
  if (isWrite) return suppressWrite(replay, key, request)
  if (replay.onMiss === 'live') return null
  throw recordingMiss(replay.recording, key, request)
}

function suppressWrite(
  { recording, substitute }: Replay,
  key: RecordingKey,
  request: JsonObject,
): ServedTool {
  const suppressedAs = (result: Json, error: NewExchange['error'] = null): ServedTool => ({
    durationMs: 0,
    error,
    content: { type: 'call', request, result },
    servedBy: 'stand-in',
  })
  switch (substitute?.type) {
    case 'result':
      return suppressedAs(substitute.result)
    case 'error':
      return suppressedAs(null, toRunError(new LatheError('TOOL_ERROR', substitute.message)))
    case 'recorded': {
      const mostSimilar = recording.findMostSimilar(key)
      if (mostSimilar?.name !== key.name || mostSimilar.content.type !== 'call')
        throw recordingMiss(recording, key, request)
      return suppressedAs(mostSimilar.content.result, mostSimilar.error)
    }
    default:
      throw recordingMiss(recording, key, request)
  }
}
