import { Worker } from 'node:worker_threads'
import { failure, ranOutOfTime } from './failure.ts'
import type { ThreadSettings } from './blocking-client.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'
import { threadEnv } from './thread-env.ts'

export type PoolThreadData = { memoryBytes: number }

export type PoolMessage =
  | { type: 'ready' }
  | { type: 'answer'; response: RealmResponse; isLast: boolean }

export type Job = {
  request: RealmRequest
  wallMs: number
  signal: AbortSignal | undefined
  resolve: (response: RealmResponse) => void
  reject: (reason: unknown) => void
}

export type PoolWorker = {
  readonly isFree: boolean
  take(job: Job): void
  end(): Promise<void>
}

type Events = { onFree: () => void; onGone: (worker: PoolWorker) => void }

/** One thread that runs one job at a time and is ended when a job overruns or is aborted. */
export function startPoolWorker(settings: ThreadSettings, { onFree, onGone }: Events): PoolWorker {
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
      finish()?.resolve(ranOutOfTime(request))
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
    onGone(self)
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
  const lost = (cause?: Error) => {
    const why = cause ? ` (${cause.message})` : ''
    finish()?.resolve(failure('depth', `The code ended its thread${why}`))
    onGone(self)
  }
  thread.on('error', lost)
  thread.on('exit', () => lost())
  return self
}
