import { sql } from 'kysely'

/** Returns the columns of a run whose interrupt ends at `at`. */
export const endPause = (endedAt: number) => ({
  waited_micros: sql<number>`waited_micros + case when paused_at is null then 0 else ${endedAt} - paused_at end`,
  paused_at: null,
})
