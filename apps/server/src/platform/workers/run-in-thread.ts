import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

const MEMORY_MB = 1_024

type Options<Reply> = {
  name: string
  timeoutMs: number
  signal?: AbortSignal | undefined
  onLimit: (limit: 'time' | 'memory') => Reply
}

/**
 * Runs the script in a worker thread and returns its reply. Hostile input is limited to the
 * thread's time and memory.
 */
export async function runInThread<Reply>(
  script: URL,
  request: unknown,
  { name, timeoutMs, signal, onLimit: onExceeded }: Options<Reply>,
): Promise<Reply> {
  const worker = new Worker(script, {
    workerData: request,
    name,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const timeout = new AbortController()
  const stopped = signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal
  try {
    return await Promise.race([
      readReply(worker, onExceeded),
      wait(timeoutMs, undefined, { signal: stopped }).then(() => onExceeded('time')),
    ])
  } finally {
    timeout.abort()
    await worker.terminate()
  }
}

const readReply = <Reply>(worker: Worker, onExceeded: Options<Reply>['onLimit']): Promise<Reply> =>
  new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error: Error & { code?: string }) => {
      if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve(onExceeded('memory'))
      else reject(error)
    })
    worker.once('exit', () => reject(new Error('The thread exited without a reply')))
  })
