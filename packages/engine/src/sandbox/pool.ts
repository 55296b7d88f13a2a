import { Worker } from 'node:worker_threads'
import type { ThreadSettings } from './blocking-client.ts'
import { failure, timeFailure } from './execute.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'
import { threadEnv } from './thread-env.ts'

export type PoolThreadData = { memoryBytes: number }

export type PoolMessage =
  | { type: 'ready' }
  | { type: 'answer'; response: RealmResponse; isLast: boolean }

type Job = {
  request: RealmRequest
  wallMs: number
  signal: AbortSignal | undefined
  resolve: (response: RealmResponse) => void
  reject: (reason: unknown) => void
}

type PoolWorker = {
  readonly isFree: boolean
  take(job: Job): void
  end(): Promise<void>
}

type Events = { onFree: () => void; onExit: (worker: PoolWorker) => void }

/**
 * Starts a thread that runs one job at a time and is terminated when a job overruns or is aborted.
 */
function startPoolWorker(settings: ThreadSettings, { onFree, onExit }: Events): PoolWorker {
  const { idleMs, memoryBytes } = settings
  const workerData: PoolThreadData = { memoryBytes }
  const entry = new URL('./pool-thread.ts', import.meta.url)
  const thread = new Worker(entry, { workerData, env: threadEnv(), execArgv: [] })
  let job: Job | null = null
  let isReady = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const self: PoolWorker = {
    get isFree() {
      return job === null
    },
    take(next) {
      clearTimeout(timer)
      thread.ref()
      job = next
      next.signal?.addEventListener('abort', abort)
      if (isReady) start(next)
    },
    async end() {
      finish()?.reject(new Error('The sandbox was closed'))
      await retire()
    },
  }

  const start = ({ request, wallMs }: Job) => {
    thread.postMessage(request)
    timer = setTimeout(() => {
      finish()?.resolve(timeFailure(request))
      void retire()
    }, wallMs)
  }
  const finish = (): Job | null => {
    const done = job
    job = null
    clearTimeout(timer)
    done?.signal?.removeEventListener('abort', abort)
    return done
  }
  const abort = () => {
    const aborted = finish()
    aborted?.reject(aborted.signal?.reason)
    void retire()
  }
  const retire = async () => {
    clearTimeout(timer)
    onExit(self)
    await thread.terminate()
  }

  thread.on('message', (message: PoolMessage) => {
    if (message.type === 'ready') {
      isReady = true
      if (job) start(job)
      return
    }
    finish()?.resolve(message.response)
    if (message.isLast) {
      void retire()
      return
    }
    thread.unref()
    timer = setTimeout(() => void retire(), idleMs).unref()
    onFree()
  })
  const handleExit = (cause?: Error) => {
    const reason = cause ? ` (${cause.message})` : ''
    finish()?.resolve(failure('depth', `The code ended its thread${reason}`))
    onExit(self)
  }
  thread.on('error', handleExit)
  thread.on('exit', () => handleExit())
  return self
}

type Pool = {
  /**
   * Runs a request. `wallMs` is the backstop for native loops that CPU accounting cannot interrupt.
   */
  run(request: RealmRequest, wallMs: number, signal?: AbortSignal): Promise<RealmResponse>
  /** Number of threads. */
  readonly size: number
  close(): Promise<void>
}

/** Creates an empty pool. Threads start when jobs wait, and end when they idle or overrun. */
export function createPool(maxThreads: number, settings: ThreadSettings): Pool {
  const workers = new Set<PoolWorker>()
  let waiting: Job[] = []

  const dispatch = () => {
    while (waiting[0]) {
      const worker = [...workers].find(({ isFree }) => isFree) ?? addWorker()
      if (!worker) return
      const job = waiting.shift()
      if (job?.signal?.aborted) job.reject(job.signal.reason)
      else if (job) worker.take(job)
    }
  }
  const addWorker = (): PoolWorker | null => {
    if (workers.size >= maxThreads) return null
    const worker = startPoolWorker(settings, {
      onFree: dispatch,
      onExit(exited) {
        if (workers.delete(exited)) dispatch()
      },
    })
    workers.add(worker)
    return worker
  }

  return {
    run: (request, wallMs, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, wallMs, signal, resolve, reject })
        dispatch()
      }),
    get size() {
      return workers.size
    },
    async close() {
      const remaining = waiting
      waiting = []
      for (const job of remaining) job.reject(new Error('The sandbox was closed'))
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}
