import { setTimeout as wait } from 'node:timers/promises'
import type { CallAddress, RecordedChunk } from '@lathe/contract'
import { LatheError, fromRunError } from '../errors/lathe-error.ts'
import { toBytes } from './chunks.ts'
import { requestFingerprint } from './model-fingerprint.ts'
import type { Fetch, NewExchange } from './request.ts'
import type { Tape, TapeAnswer, TapeKey } from './tape.ts'

export type Replay = {
  tape: Tape
  /** `fail` never reaches the network; `live` does for what the tape does not have. */
  onMiss: 'fail' | 'live'
  /** Places that go live although the tape may have them. */
  isLive?(address: CallAddress): boolean
  /** Recorded waits are divided by it; 0 gives every chunk at once. */
  speed?: number
  onServed?(key: TapeKey, answer: TapeAnswer): void
}

const BLANK = new Set(['content-encoding', 'content-length'])

/** Answers from the tape, chunk by chunk as they were recorded. */
export function serving(live: Fetch, replay: Replay): Fetch {
  return async (request) => {
    const { scope } = request.call
    if (!scope) throw new LatheError('TAPE_MISS', 'A call outside any run cannot be replayed')
    const { address } = scope
    if (replay.isLive?.(address)) return live(request)

    const { kind, name } = request
    const key: TapeKey = { kind, name, address, fingerprint: requestFingerprint(request) }
    const answer = replay.tape.find(key)
    if (!answer) {
      if (replay.onMiss === 'live') return live(request)
      throw tapeMiss(replay.tape, key)
    }
    request.call.isServed = true
    replay.onServed?.(key, answer)
    scope.record({ ...answer.exchange, ...key, attempt: 1, startedAt: now() })
    return replayed(answer.exchange, replay.speed ?? 0, request.signal)
  }
}

export function tapeMiss(tape: Tape, key: TapeKey): LatheError {
  const { path, superstep } = key.address
  const nearest = tape.nearest(key)
  return new LatheError(
    'TAPE_MISS',
    `The recording has no ${key.kind} call ${key.name} of ${path.join('/')} at step ${superstep}`,
    {
      hint: 'Replay with misses going live, or record the run again.',
      details: {
        asked: key,
        nearest: nearest && {
          kind: nearest.kind,
          name: nearest.name,
          address: nearest.address,
          fingerprint: nearest.fingerprint,
        },
      },
    },
  )
}

function replayed({ touch, error }: NewExchange, speed: number, signal?: AbortSignal): Response {
  const failure = error && fromRunError(error)
  if (touch.type !== 'http') throw new LatheError('TAPE_MISS', 'The recording is not of a request')
  if (!touch.response) throw failure ?? new LatheError('TAPE_MISS', 'The recording has no answer')
  const { status, headers, chunks } = touch.response
  const kept = Object.entries(headers).filter(([name]) => !BLANK.has(name))
  const isCut = failure !== null && status < 300
  const body = [204, 205, 304].includes(status)
    ? null
    : streamOf(paced(chunks, speed, signal, isCut ? failure : null))
  return new Response(body, { status, headers: kept })
}

async function* paced(
  chunks: RecordedChunk[],
  speed: number,
  signal: AbortSignal | undefined,
  end: LatheError | null,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const began = performance.now()
  for (const chunk of chunks) {
    const waitMs = speed === 0 ? 0 : began + chunk.atMs / speed - performance.now()
    if (waitMs > 1) await wait(waitMs, undefined, { signal })
    signal?.throwIfAborted()
    yield toBytes(chunk)
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

const now = () => Math.round((performance.timeOrigin + performance.now()) * 1_000)
