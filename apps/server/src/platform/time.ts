import { systemClock } from '@lathe/engine/clock'

/** How long what was deleted can be restored. */
export const RESTORABLE_MICROS = 24 * 3_600_000_000

/** Microseconds since the epoch. */
export const now = (): number => systemClock.now()
