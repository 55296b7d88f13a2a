/** How long what was deleted can be restored. */
export const RESTORABLE_MICROS = 24 * 3_600_000_000

/** Microseconds since the epoch. */
export const now = (): number => Math.round((performance.timeOrigin + performance.now()) * 1000)
