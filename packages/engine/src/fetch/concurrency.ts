import type { CallQueue, Fetch, ModelRequest } from './request.ts'
import { readAhead } from './response-body.ts'

/** `slots` is taken from the newest call, because a connection's limit may change. */
type Queue = { slots: number; busy: number; waiting: (() => void)[] }

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
    const state = queues.get(id) ?? { slots, busy: 0, waiting: [] }
    queues.set(id, state)
    state.slots = slots
    admitNext(state)
    const began = performance.now()
    const isFull = state.busy >= slots
    await waitForSlot(state, request.signal)

    let holdsSlot = true
    const release = () => {
      if (!holdsSlot) return
      holdsSlot = false
      state.busy--
      admitNext(state)
      if (state.busy === 0) queues.delete(id)
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
function admitNext(state: Queue): void {
  while (state.busy < state.slots) {
    const next = state.waiting.shift()
    if (!next) return
    state.busy++
    next()
  }
}

async function waitForSlot(state: Queue, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  if (state.busy < state.slots) {
    state.busy++
    return
  }
  await new Promise<void>((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      state.waiting = state.waiting.filter((waiting) => waiting !== go)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    state.waiting.push(go)
  })
}
