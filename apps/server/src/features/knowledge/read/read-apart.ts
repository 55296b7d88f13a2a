import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { RunError } from '@lathe/contract'
import type { ReadReply, ReadRequest } from './protocol.ts'
import { readAndSplit } from './work.ts'

const MEMORY_MB = 1_024

/** A text of this size is read and split before a thread would have started. */
const SMALL_BYTES = 256 * 1024

/** In a thread of its own where it may take long: a hostile file costs its time and memory, not the server's. */
export async function readApart(
  request: ReadRequest,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<ReadReply> {
  signal?.throwIfAborted()
  return isSmall(request.source) ? readAndSplit(request) : inThread(request, timeoutMs, signal)
}

const isSmall = (source: ReadRequest['source']) =>
  'bytes' in source
    ? source.kind !== 'pdf' && source.bytes.length <= SMALL_BYTES
    : source.text.length <= SMALL_BYTES

async function inThread(
  request: ReadRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ReadReply> {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), {
    workerData: request,
    name: 'document',
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const over = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, over.signal]) : over.signal
  try {
    return await Promise.race([answerOf(worker), overTime(timeoutMs, stopped)])
  } finally {
    over.abort()
    await worker.terminate()
  }
}

const answerOf = (worker: Worker): Promise<ReadReply> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error: Error & { code?: string }) => {
      const isTooBig = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isTooBig) resolve({ ok: false, error: tooMuch('memory') })
      else reject(error)
    })
    worker.once('exit', () => reject(new Error('The thread ended without an answer')))
  })

async function overTime(timeoutMs: number, signal: AbortSignal): Promise<ReadReply> {
  await wait(timeoutMs, undefined, { signal })
  return { ok: false, error: tooMuch('time') }
}

const tooMuch = (what: string): RunError => ({
  code: 'PAYLOAD_TOO_LARGE',
  message: `Reading the document takes too much ${what}`,
  hint: 'Split it into smaller files.',
  retryable: false,
})
