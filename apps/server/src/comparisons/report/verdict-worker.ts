import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ComparisonDetail, ComparisonVerdict } from '@lathe/contract'
import type { Metric } from '@lathe/verdicts'

export type VerdictRequest = Pick<ComparisonDetail, 'plan' | 'grid'> & { metric: Metric }

type Conclusion = ComparisonVerdict['variants']
type WorkerThread = { worker: Worker; exited: AbortSignal }

/** Keep the idle worker: another verdict is usually requested soon. */
const IDLE_MS = 30_000

let thread: WorkerThread | undefined
let lastRequest: Promise<unknown> = Promise.resolve()
let idleTimer: ReturnType<typeof setTimeout> | undefined

/**
 * Computes a verdict in a worker thread, one at a time: thousands of resamples would block the
 * event loop.
 */
export async function concludeInWorker(
  request: VerdictRequest,
  signal = new AbortController().signal,
): Promise<Conclusion> {
  const conclusion = lastRequest.then(() => postRequest(request, signal))
  lastRequest = conclusion.catch(() => {})
  const aborted = Promise.withResolvers<never>()
  const abort = () =>
    aborted.reject(new Error('The verdict is no longer needed', { cause: signal.reason }))
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    return await Promise.race([conclusion, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Starts the worker ahead of the first verdict, which would otherwise wait 0.1 s for it. */
export function prestartVerdictWorker(): void {
  if (thread) return
  thread = startThread()
  thread.worker.unref()
  restartIdleTimer()
}

async function postRequest(request: VerdictRequest, signal: AbortSignal): Promise<Conclusion> {
  signal.throwIfAborted()
  clearTimeout(idleTimer)
  thread ??= startThread()
  const { worker, exited } = thread
  worker.ref()
  worker.postMessage(request)
  try {
    const [conclusion]: Conclusion[] = await once(worker, 'message', {
      signal: AbortSignal.any([exited, signal]),
    })
    return conclusion ?? []
  } catch (error) {
    // An aborted request must not delay the next one.
    if (signal.aborted) terminateThread()
    throw error
  } finally {
    worker.unref()
    restartIdleTimer()
  }
}

function restartIdleTimer(): void {
  clearTimeout(idleTimer)
  idleTimer = setTimeout(terminateThread, IDLE_MS).unref()
}

function terminateThread(): void {
  void thread?.worker.terminate()
  thread = undefined
}

function startThread(): WorkerThread {
  const entry = new URL('./verdict-thread-entry.ts', import.meta.url)
  const worker = new Worker(entry, { name: 'verdict' })
  const exited = new AbortController()
  const forget = () => {
    if (thread?.worker === worker) thread = undefined
  }
  worker.on('error', forget)
  worker.once('exit', () => {
    forget()
    exited.abort(new Error('The worker ended without a verdict'))
  })
  return { worker, exited: exited.signal }
}
