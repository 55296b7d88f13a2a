import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ComparisonDetail, ComparisonVerdict } from '@lathe/contract'
import type { Metric } from '@lathe/verdicts'

export type VerdictQuestion = Pick<ComparisonDetail, 'plan' | 'grid'> & { by: Metric }

type Conclusion = ComparisonVerdict['variants']
type Thread = { worker: Worker; gone: AbortSignal }

/** Keep the worker: another verdict is usually requested soon. */
const KEPT_MS = 30_000

let thread: Thread | undefined
let last: Promise<unknown> = Promise.resolve()
let rest: ReturnType<typeof setTimeout> | undefined

/**
 * Computes a verdict in a worker thread, one at a time: thousands of resamples would block the
 * event loop.
 */
export async function concludeApart(
  question: VerdictQuestion,
  signal = new AbortController().signal,
): Promise<Conclusion> {
  const conclusion = last.then(() => ask(question, signal))
  last = conclusion.catch(() => {})
  const left = Promise.withResolvers<never>()
  const leave = () =>
    left.reject(new Error('The verdict is no longer needed', { cause: signal.reason }))
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  try {
    return await Promise.race([conclusion, left.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Starts the worker ahead of the first verdict, which would otherwise wait 0.1 s for it. */
export function expectConclusion(): void {
  if (thread) return
  thread = start()
  thread.worker.unref()
  restLater()
}

async function ask(question: VerdictQuestion, signal: AbortSignal): Promise<Conclusion> {
  signal.throwIfAborted()
  clearTimeout(rest)
  thread ??= start()
  const { worker, gone } = thread
  worker.ref()
  worker.postMessage(question)
  try {
    const [conclusion]: Conclusion[] = await once(worker, 'message', {
      signal: AbortSignal.any([gone, signal]),
    })
    return conclusion ?? []
  } catch (error) {
    // An aborted question must not delay the next one.
    if (signal.aborted) end()
    throw error
  } finally {
    worker.unref()
    restLater()
  }
}

function restLater(): void {
  clearTimeout(rest)
  rest = setTimeout(end, KEPT_MS).unref()
}

function end(): void {
  void thread?.worker.terminate()
  thread = undefined
}

function start(): Thread {
  const worker = new Worker(new URL('./verdict-thread.ts', import.meta.url), { name: 'verdict' })
  const gone = new AbortController()
  const forget = () => {
    if (thread?.worker === worker) thread = undefined
  }
  worker.on('error', forget)
  worker.once('exit', () => {
    forget()
    gone.abort(new Error('The worker ended without a verdict'))
  })
  return { worker, gone: gone.signal }
}
