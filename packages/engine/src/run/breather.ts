/** Longest a burst of chunks may keep everybody else waiting. */
const SLICE_MS = 5
/** Looking at the clock costs, too. */
const LOOK_EVERY = 32

/** Of those that wait one of so many goes on in a turn. */
const PART = 4
const waiting: (() => void)[] = []

/**
 * Everything that was ready before has run. Who come together go on one after the other: what arrives in between, as an
 * answer that makes place for a call, does not wait for all of them.
 */
export function nextTurn(): Promise<void> {
  if (waiting.length === 0) setImmediate(() => setImmediate(letGo))
  return new Promise((resolve) => {
    waiting.push(resolve)
  })
}

function letGo(): void {
  for (const go of waiting.splice(0, Math.ceil(waiting.length / PART))) go()
  if (waiting.length > 0) setImmediate(letGo)
}

/** Call once per chunk; now and then it gives something to wait for. */
export function breather(): () => Promise<void> | null {
  let count = 0
  let since = performance.now()
  return () => {
    if (++count % LOOK_EVERY !== 0) return null
    const now = performance.now()
    if (now - since < SLICE_MS) return null
    since = now
    return nextTurn()
  }
}
