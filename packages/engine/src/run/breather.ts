import { setImmediate } from 'node:timers/promises'

/** Longest a burst of chunks may keep everybody else waiting. */
const SLICE_MS = 5
/** Looking at the clock costs, too. */
const LOOK_EVERY = 32

/** Everything that was ready before has run. */
export async function nextTurn(): Promise<void> {
  await setImmediate()
  await setImmediate()
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
