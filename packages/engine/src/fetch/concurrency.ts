import type { CallQueue, Fetch, ModelRequest } from './request.ts'
import { readAhead } from './response-body.ts'

/** `slots` is taken from the newest call, because a connection's limit may change. */
type Queue = { slots: number; active: number; waiting: (() => void)[] }

/** Returns the queue of a connection, which limits its concurrent calls. Null without a limit. */
export const connectionQueue = ({
  connection: { id, concurrency },
}: ModelRequest): CallQueue | null => (concurrency === null ? null : { id, slots: concurrency })

/** Returns the queue that the calls of related runs share. Null if there is none. */
export const runsQueue = ({ call }: ModelRequest): CallQueue | null => call.scope?.queue ?? null

/** Limits the concurrent calls of each queue. A call holds its slot until its body has arrived. */
export function createConcurrencyLimiter(
  findQueue: (request: ModelRequest) => CallQueue | null,
): (next: Fetch) => Fetch {
  const queues = new Map<string, Queue>()

  return (next) => async (request) => {
    const queue = findQueue(request)
    if (!queue) return next(request)
    const { id, slots } = queue
    request.signal?.throwIfAborted()
    const state = queues.get(id) ?? { slots, active: 0, waiting: [] }
    queues.set(id, state)
    state.slots = slots
    startNext(state)
    const began = performance.now()
    const isFull = state.active >= slots
    await waitForSlot(state, request.signal)

    let holdsSlot = true
    const release = () => {
      if (!holdsSlot) return
      holdsSlot = false
      state.active--
      startNext(state)
      if (state.active === 0) queues.delete(id)
    }
    try {
      if (isFull)
        request.call.scope?.onWait({ for: 'concurrency', waitMs: performance.now() - began })
      return readAhead(await next(request), release)
    } catch (error) {
      release()
      throw error
    }
  }
}

/** A free slot goes to the call that has waited longest. */
function startNext(state: Queue): void {
  while (state.active < state.slots) {
    const next = state.waiting.shift()
    if (!next) return
    state.active++
    next()
  }
}

async function waitForSlot(state: Queue, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  if (state.active < state.slots) {
    state.active++
    return
  }
  await new Promise<void>((resolve, reject) => {
    const start = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      state.waiting = state.waiting.filter((waiting) => waiting !== start)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    state.waiting.push(start)
  })
}
