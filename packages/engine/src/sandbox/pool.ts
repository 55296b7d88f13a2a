import type { ThreadSettings } from './blocking-client.ts'
import { startPoolWorker } from './pool-worker.ts'
import type { Job, PoolWorker } from './pool-worker.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'

export type Pool = {
  /** `wallMs` is the backstop for native loops that CPU accounting cannot interrupt. */
  run(request: RealmRequest, wallMs: number, signal?: AbortSignal): Promise<RealmResponse>
  /** Threads alive now. */
  readonly size: number
  close(): Promise<void>
}

/** Starts empty; a thread is started when a job waits, and ends when it idles or overruns. */
export function createPool(maxThreads: number, settings: ThreadSettings): Pool {
  const workers = new Set<PoolWorker>()
  let waiting: Job[] = []

  const dispatch = () => {
    while (waiting[0]) {
      const worker = [...workers].find(({ isFree }) => isFree) ?? grow()
      if (!worker) return
      const job = waiting.shift()
      if (job?.signal?.aborted) job.reject(job.signal.reason)
      else if (job) worker.take(job)
    }
  }
  const grow = (): PoolWorker | null => {
    if (workers.size >= maxThreads) return null
    const worker = startPoolWorker(settings, {
      onFree: dispatch,
      onGone(gone) {
        if (workers.delete(gone)) dispatch()
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
      const left = waiting
      waiting = []
      for (const job of left) job.reject(new Error('The sandbox was closed'))
      await Promise.all([...workers].map((worker) => worker.end()))
    },
  }
}
