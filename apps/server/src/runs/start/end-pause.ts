import { sql } from 'kysely'

/** Columns of a run that stops waiting for a human at that time. */
export const endPause = (at: number) => ({
  waited_micros: sql<number>`waited_micros + case when paused_at is null then 0 else ${at} - paused_at end`,
  paused_at: null,
})
