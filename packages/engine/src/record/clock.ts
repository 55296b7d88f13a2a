export type Clock = {
  /** Microseconds since the epoch, never running backwards within a process. */
  now(): number
}

/** Milliseconds. `wall` is since the epoch and may jump; `steady` is since `origin` and may stand still. */
type Source = { origin: number; wall: () => number; steady: () => number }

/** Less is only the machine's clock being set right. */
const BEHIND_MS = 50

/**
 * The steady clock tells microseconds and never goes back, but stands still while the machine sleeps: by more than a
 * moment behind the wall clock, it catches up.
 */
export function createClock({ origin, wall, steady }: Source): Clock {
  let start = origin
  return {
    now() {
      const elapsed = steady()
      const behind = wall() - (start + elapsed)
      if (behind > BEHIND_MS) start += behind
      return Math.round((start + elapsed) * 1_000)
    },
  }
}

export const systemClock: Clock = createClock({
  origin: performance.timeOrigin,
  wall: () => Date.now(),
  steady: () => performance.now(),
})
