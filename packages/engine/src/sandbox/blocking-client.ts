import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import { CLAIMED, CLOSED, READY, REQUESTED, STARTING } from './blocking-state.ts'
import { ranOutOfTime } from './failure.ts'
import type { RealmRequest, RealmResponse } from './protocol.ts'
import { threadEnv } from './thread-env.ts'

export type ThreadSettings = { idleMs: number; memoryBytes: number }

export type BlockingThreadData = ThreadSettings & {
  flag: Int32Array<SharedArrayBuffer>
  port: MessagePort
}

/** Longer than any start; a thread that is not up by then will never be. */
const START_MS = 15_000

export type BlockingClient = {
  /** Waits for the answer without giving up the calling thread, for at most `wallMs`. */
  call(request: RealmRequest, wallMs: number): RealmResponse
  /** Starts the thread ahead of the first call, which otherwise waits for it. */
  warm(): void
  close(): Promise<void>
}

/**
 * A thread of its own even though the caller waits: native loops of QuickJS cannot be interrupted
 * from within (`[].indexOf` over 2³¹ holes), only a thread can be ended from outside.
 */
export function createBlockingClient(settings: ThreadSettings): BlockingClient {
  let thread: Thread | null = null

  const claim = (): Thread => {
    if (thread?.claim()) return thread
    thread = startThread(settings)
    if (!thread.claim()) throw new Error('The sandbox thread did not start')
    return thread
  }

  return {
    call(request, wallMs) {
      const claimed = claim()
      const answer = claimed.ask(request, wallMs)
      if (answer) return answer
      void claimed.end()
      thread = startThread(settings)
      return ranOutOfTime(request)
    },
    warm() {
      if (!thread || thread.isClosed()) thread = startThread(settings)
    },
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
  // An idle thread must not keep the process alive, and its end is seen in the flag.
  worker.on('error', () => Atomics.store(flag, 0, CLOSED))
  worker.unref()
  port.unref()

  return {
    /** False when the thread is gone, or ended by itself just now. */
    claim(): boolean {
      Atomics.wait(flag, 0, STARTING, START_MS)
      return Atomics.compareExchange(flag, 0, READY, CLAIMED) === READY
    },
    isClosed: () => Atomics.load(flag, 0) === CLOSED,
    ask(request: RealmRequest, wallMs: number): RealmResponse | null {
      port.postMessage(request)
      Atomics.store(flag, 0, REQUESTED)
      Atomics.notify(flag, 0)
      Atomics.wait(flag, 0, REQUESTED, wallMs)
      return receiveMessageOnPort(port)?.message ?? null
    },
    async end() {
      port.close()
      await worker.terminate()
    },
  }
}
