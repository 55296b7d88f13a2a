import { setTimeout as wait } from 'node:timers/promises'
import type { RecordedChunk } from '@lathe/contract'
import { LatheError, fromRunError } from '../errors/lathe-error.ts'
import { systemClock } from '../record/clock.ts'
import { toBytes } from '../fetch/chunks.ts'
import { requestFingerprint } from '../fetch/model-fingerprint.ts'
import type { CallScope, Fetch, ModelRequest, NewExchange } from '../fetch/request.ts'
import { tapeMiss } from './tape-miss.ts'
import type { TapeKey } from './tape.ts'

const BLANK = new Set(['content-encoding', 'content-length'])

/**
 * For a run that is a replay: answers from its tape, chunk by chunk as they were recorded, with as many tries as
 * were recorded, whatever the connection would allow now.
 */
export function serving(live: Fetch): Fetch {
  return async (request) => {
    const { scope } = request.call
    const replay = scope?.replay
    if (!scope || !replay || replay.isLive?.(scope.address)) return live(request)

    const { kind, name } = request
    const { address } = scope
    const key: TapeKey = { kind, name, address, fingerprint: requestFingerprint(request) }
    const answer = (request.call.answer ??= replay.tape.find(key, request.json))
    if (!answer) {
      if (replay.onMiss === 'live') return live(request)
      return missed(request, scope, tapeMiss(replay.tape, key, request.json))
    }
    const { call } = request
    for (;;) {
      const exchange = answer.tries[call.attempts] ?? answer.exchange
      const attempt = ++call.attempts
      const left = Math.max(0, answer.tries.length - attempt)
      call.triesLeft = left
      const touch = askedNow(exchange.touch, request)
      const servedBy = replay.isBatch ? 'batch' : 'tape'
      scope.record({ ...exchange, ...key, touch, attempt, startedAt: systemClock.now(), servedBy })
      if (isCutOff(exchange)) {
        if (replay.onMiss === 'live') return live(request)
        return missed(request, scope, tapeMiss(replay.tape, key, request.json))
      }
      if (left === 0 || hasBegun(exchange)) {
        const waiting = () => scope.cutOff(request.signal)
        return replayed(exchange, { speed: replay.speed ?? 0, signal: request.signal, waiting })
      }
      const code = exchange.error?.code ?? 'PROVIDER_ERROR'
      scope.onRetry({ attempt, of: attempt + left, waitMs: 0, code })
    }
  }
}

/** What was answered then to what is asked now. */
const askedNow = (touch: NewExchange['touch'], { json }: ModelRequest): NewExchange['touch'] =>
  touch.type === 'http' ? { ...touch, request: { ...touch.request, body: json } } : touch

/** A recording that a failing neighbour cut off has no more to give either. */
async function missed(
  { signal }: ModelRequest,
  scope: CallScope,
  miss: LatheError,
): Promise<never> {
  await scope.cutOff(signal)
  signal?.throwIfAborted()
  throw miss
}

const isCutOff = ({ touch, error }: NewExchange): boolean =>
  error?.code === 'ABORTED' && touch.type === 'http' && touch.response === null

/** Whoever asked had seen some of the answer, so it was his to ask again. */
const hasBegun = ({ touch }: NewExchange): boolean =>
  touch.type === 'http' && touch.response !== null && touch.response.status < 300

type Playing = {
  speed: number
  signal: AbortSignal | undefined
  /** Until what cut the recorded answer off happens again. */
  waiting: () => Promise<void> | undefined
}

function replayed({ touch, error }: NewExchange, playing: Playing): Response {
  const failure = error && fromRunError(error)
  if (touch.type !== 'http') throw new LatheError('TAPE_MISS', 'The recording is not of a request')
  if (!touch.response) throw failure ?? new LatheError('TAPE_MISS', 'The recording has no answer')
  const { status, headers, chunks } = touch.response
  const kept = Object.entries(headers).filter(([name]) => !BLANK.has(name))
  const isCut = failure !== null && status < 300
  const body = [204, 205, 304].includes(status)
    ? null
    : streamOf(paced(chunks, playing, isCut ? failure : null))
  return new Response(body, { status, headers: kept })
}

async function* paced(
  chunks: RecordedChunk[],
  { speed, signal, waiting }: Playing,
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
    await waiting()
    signal?.throwIfAborted()
  }
  if (end) throw end
}

function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream {
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
