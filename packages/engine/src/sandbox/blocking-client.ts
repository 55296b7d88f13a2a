import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import {
  CLAIMED,
  CLOSED,
  READY,
  type RealmRequest,
  type RealmResponse,
  REQUESTED,
  STARTING,
} from './protocol.ts'
import { timeFailure } from './execute.ts'
import { threadEnv } from './thread-env.ts'

export type ThreadSettings = { idleMs: number; memoryBytes: number }

export type BlockingThreadData = ThreadSettings & {
  flag: Int32Array<SharedArrayBuffer>
  port: MessagePort
}

/** Longer than any start. A thread that is not ready by then never will be. */
const START_MS = 15_000
/**
 * A thread that is still busy this long after its caller gave up is in a native loop and must be
 * terminated.
 */
const STUCK_MS = 1_000

export type BlockingClient = {
  /** Blocks the calling thread until the response arrives, for at most `wallMs`. */
  call(request: RealmRequest, wallMs: number): RealmResponse
  /** Like `call`, but returns null if the thread is not free or has not answered after `wallMs`. */
  tryCall(request: RealmRequest, wallMs: number): RealmResponse | null
  /** Resolves when a starting thread is ready. Null when none is starting. */
  starting(): Promise<void> | null
  /** Starts the thread before the first call. */
  warm(): void
  close(): Promise<void>
}

/**
 * Creates a client whose thread answers while the caller blocks. Only a separate thread can be
 * terminated during native QuickJS loops (`[].indexOf` over 2³¹ holes). Its protocol is a shared
 * flag, because the caller cannot await messages.
 */
export function createBlockingClient(settings: ThreadSettings): BlockingClient {
  let thread: Thread | null = null

  const restart = (): Thread => {
    void thread?.end()
    thread = startThread(settings)
    return thread
  }
  const warm = (): Thread => (thread && !thread.isClosed() ? thread : restart())
  const claim = (wallMs: number): Thread => {
    if (thread?.claim(wallMs)) return thread
    const started = restart()
    if (!started.claim(wallMs)) throw new Error('The sandbox thread did not start')
    return started
  }

  return {
    call(request, wallMs) {
      const response = claim(wallMs).request(request, wallMs)
      if (response) return response
      restart()
      return timeFailure(request)
    },
    tryCall(request, wallMs) {
      const free = warm()
      if (!free.claim(0)) return null
      const response = free.request(request, wallMs)
      if (response) return response
      setTimeout(() => {
        if (thread === free && free.isBusy()) restart()
      }, STUCK_MS).unref()
      return null
    },
    starting: () => warm().starting(),
    warm: () => void warm(),
    async close() {
      await thread?.end()
      thread = null
    },
  }
}

type Thread = ReturnType<typeof startThread>

function startThread(settings: ThreadSettings) {
  const flag = new Int32Array(new SharedArrayBuffer(4))
  const { port1: port, port2 } = new MessageChannel()
  const data: BlockingThreadData = { ...settings, flag, port: port2 }
  const worker = new Worker(new URL('./blocking-thread.ts', import.meta.url), {
    workerData: data,
    transferList: [port2],
    env: threadEnv(),
    execArgv: [],
  })
  // An idle thread must not keep the process alive. Its end is visible in the flag.
  worker.on('error', () => Atomics.store(flag, 0, CLOSED))
  worker.unref()
  port.unref()

  return {
    /** False if the thread has ended or is not free within `wallMs`. */
    claim(wallMs: number): boolean {
      if (wallMs > 0) {
        Atomics.wait(flag, 0, STARTING, START_MS)
        Atomics.wait(flag, 0, REQUESTED, wallMs)
      }
      return Atomics.compareExchange(flag, 0, READY, CLAIMED) === READY
    },
    isClosed: () => Atomics.load(flag, 0) === CLOSED,
    isBusy: () => Atomics.load(flag, 0) === REQUESTED,
    starting(): Promise<void> | null {
      const { async, value } = Atomics.waitAsync(flag, 0, STARTING, START_MS)
      if (!async) return null
      worker.ref()
      return value.then(() => worker.unref())
    },
    request(request: RealmRequest, wallMs: number): RealmResponse | null {
      // Drop the late response to a request whose caller gave up.
      while (receiveMessageOnPort(port)) continue
      port.postMessage(request)
      Atomics.store(flag, 0, REQUESTED)
      Atomics.notify(flag, 0)
      Atomics.wait(flag, 0, REQUESTED, wallMs)
      return receiveMessageOnPort(port)?.message ?? null
    },
    async end() {
      Atomics.store(flag, 0, CLOSED)
      port.close()
      await worker.terminate()
    },
  }
}
