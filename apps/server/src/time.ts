/** Microseconds since the epoch. */
export const now = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000)
