/** Time for which nodes may begin without yielding to the event loop. */
const SLICE_MS = 5

const waiting: (() => void)[] = []
let sliceStart = Number.NEGATIVE_INFINITY

/**
 * Await this before a node begins. Nodes that perform no I/O follow one another as microtasks, so many runs of them
 * would block the event loop. Returns undefined within a slice.
 */
export function turn(): Promise<void> | undefined {
  if (waiting.length === 0 && performance.now() - sliceStart < SLICE_MS) return undefined
  if (waiting.length === 0) setImmediate(letNext)
  return new Promise((resolve) => {
    waiting.push(resolve)
  })
}

/** Releases one node per event loop iteration: a single node may already exceed the slice. */
function letNext(): void {
  sliceStart = performance.now()
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letNext)
}
