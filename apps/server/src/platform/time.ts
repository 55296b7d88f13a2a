import { systemClock } from '@lathe/engine/clock'

/** Deleted items can be restored for this long. */
export const RESTORABLE_MICROS = 24 * 3_600_000_000

/** Returns microseconds since the epoch. */
export const now = (): number => systemClock.now()
