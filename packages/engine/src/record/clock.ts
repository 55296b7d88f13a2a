export type Clock = {
  /** Microseconds since the epoch. Never runs backwards within a process. */
  now(): number
}

/**
 * In milliseconds. `wall` is since the epoch and may jump. `steady` is since `origin` and may stop.
 */
type Source = { origin: number; wall: () => number; monotonic: () => number }

/** Smaller differences are corrections of the system clock. */
const MAX_LAG_MS = 50

/**
 * Creates a clock with microseconds that never runs backwards. The steady clock stops while the
 * machine sleeps, so it catches up with the wall clock.
 */
export function createClock({ origin, wall, monotonic }: Source): Clock {
  let start = origin
  return {
    now() {
      const elapsed = monotonic()
      const lag = wall() - (start + elapsed)
      if (lag > MAX_LAG_MS) start += lag
      return Math.round((start + elapsed) * 1_000)
    },
  }
}

export const systemClock: Clock = createClock({
  origin: performance.timeOrigin,
  wall: () => Date.now(),
  monotonic: () => performance.now(),
})
