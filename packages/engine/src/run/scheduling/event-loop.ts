/** Longest a burst of chunks may keep everybody else waitingReaders. */
const READ_SLICE_MS = 5

/** Looking at the clock costs, too. */
const LOOK_EVERY = 32

/** Of those that wait one of so many goes on in a turn. */
const PART = 4

const waitingReaders: (() => void)[] = []

/**
 * Everything that was ready before has run. Who come together go on one after the other: what arrives in between, as an
 * answer that makes place for a call, does not wait for all of them.
 */
export function nextTurn(): Promise<void> {
  if (waitingReaders.length === 0) setImmediate(() => setImmediate(releaseReaders))
  return new Promise((resolve) => {
    waitingReaders.push(resolve)
  })
}

function releaseReaders(): void {
  for (const go of waitingReaders.splice(0, Math.ceil(waitingReaders.length / PART))) go()
  if (waitingReaders.length > 0) setImmediate(releaseReaders)
}

/** Call once per chunk; now and then it gives something to wait for. */
export function createBreather(): () => Promise<void> | null {
  let count = 0
  let since = performance.now()
  return () => {
    if (++count % LOOK_EVERY !== 0) return null
    const now = performance.now()
    if (now - since < READ_SLICE_MS) return null
    since = now
    return nextTurn()
  }
}

/** Time for which nodes may begin without yielding to the event loop. */
const NODE_SLICE_MS = 5

const waitingNodes: (() => void)[] = []

let sliceStart = Number.NEGATIVE_INFINITY

/**
 * Await this before a node begins. Nodes that perform no I/O follow one another as microtasks, so many runs of them
 * would block the event loop. Returns undefined within a slice.
 */
export function nodeTurn(): Promise<void> | undefined {
  if (waitingNodes.length === 0 && performance.now() - sliceStart < NODE_SLICE_MS) return undefined
  if (waitingNodes.length === 0) setImmediate(releaseNode)
  return new Promise((resolve) => {
    waitingNodes.push(resolve)
  })
}

/** Releases one node per event loop iteration: a single node may already exceed the slice. */
function releaseNode(): void {
  sliceStart = performance.now()
  waitingNodes.shift()?.()
  if (waitingNodes.length > 0) setImmediate(releaseNode)
}
