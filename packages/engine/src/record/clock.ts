export type Clock = {
  /** Microseconds since the epoch, never running backwards within a process. */
  now(): number
}

export const systemClock: Clock = {
  now: () => Math.round((performance.timeOrigin + performance.now()) * 1_000),
}
