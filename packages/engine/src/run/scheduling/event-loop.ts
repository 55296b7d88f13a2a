/** Longest time a burst of chunks may block other work. */
const READ_SLICE_MS = 5

/** Reading the clock has a cost as well. */
const CHECK_INTERVAL = 32

/** Fraction of the waiting readers that is released per iteration. */
const PART = 4

const waitingReaders: (() => void)[] = []

/**
 * Resolves when everything that was ready has run. Readers are released in parts, so that work
 * arriving in between does not wait for all of them.
 */
export function nextTurn(): Promise<void> {
  if (waitingReaders.length === 0) setImmediate(() => setImmediate(releaseReaders))
  return new Promise((resolve) => {
    waitingReaders.push(resolve)
  })
}

function releaseReaders(): void {
  for (const resume of waitingReaders.splice(0, Math.ceil(waitingReaders.length / PART))) resume()
  if (waitingReaders.length > 0) setImmediate(releaseReaders)
}

/**
 * Returns a function to call once per chunk. It returns a promise to await from time to time,
 * otherwise null.
 */
export function createBreather(): () => Promise<void> | null {
  let count = 0
  let sliceStart = performance.now()
  return () => {
    if (++count % CHECK_INTERVAL !== 0) return null
    const now = performance.now()
    if (now - sliceStart < READ_SLICE_MS) return null
    sliceStart = now
    return nextTurn()
  }
}

/** Time in which nodes may start without yielding to the event loop. */
const NODE_SLICE_MS = 5

const waitingNodes: (() => void)[] = []

let sliceStart = Number.NEGATIVE_INFINITY
let hasNodeStartedThisTurn = false

/**
 * Await before a node starts. Nodes without I/O follow one another as microtasks, so many such runs
 * would block the event loop. Returns undefined within a slice. Also returns undefined for the first
 * node of a turn, so that a run of a single node is over within the turn in which it starts.
 */
export function nodeTurn(): Promise<void> | undefined {
  if (waitingNodes.length === 0) {
    if (performance.now() - sliceStart < NODE_SLICE_MS) return undefined
    if (!hasNodeStartedThisTurn) {
      hasNodeStartedThisTurn = true
      setImmediate(() => {
        hasNodeStartedThisTurn = false
      })
      return undefined
    }
    setImmediate(releaseNode)
  }
  return new Promise((resolve) => {
    waitingNodes.push(resolve)
  })
}

/**
 * Releases one node per event loop iteration, because a single node may already exceed the slice.
 */
function releaseNode(): void {
  sliceStart = performance.now()
  waitingNodes.shift()?.()
  if (waitingNodes.length > 0) setImmediate(releaseNode)
}
