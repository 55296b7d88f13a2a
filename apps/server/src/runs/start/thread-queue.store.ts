import { LIVE_STATUSES } from '@lathe/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'

/** A literal, because SQLite uses a partial index only if the condition matches literally. */
const WAITING = sql.lit(1)

/** Finds the first run queued for a thread. */
export const waiting = prepared((db, slot: Slots<{ threadId: string }>) =>
  db
    .selectFrom('runs')
    .select('id')
    .where('thread_id', '=', slot('threadId'))
    .where('status', '=', 'pending')
    .where('waits', '=', WAITING)
    .limit(1),
)

/** Lists threads that have queued runs but no live run. */
export async function listFreeThreads(db: Queries): Promise<string[]> {
  const rows = await db
    .selectFrom('runs as w')
    .select('w.thread_id')
    .distinct()
    .where('w.status', '=', 'pending')
    .where('w.waits', '=', WAITING)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('runs as l')
            .select('l.id')
            .whereRef('l.thread_id', '=', 'w.thread_id')
            .where('l.status', 'in', LIVE_STATUSES)
            .where('l.waits', '=', 0),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.thread_id)
}

/**
 * Makes the first queued run of a thread claimable unless another run is live. Returns false if
 * there was none.
 */
export async function promoteNext(db: Queries, threadId: string): Promise<boolean> {
  try {
    const row = await db
      .updateTable('runs')
      .set({ waits: 0 })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('runs')
          .select(({ fn }) => fn.min('id').as('id'))
          .where('thread_id', '=', threadId)
          .where('status', '=', 'pending')
          .where('waits', '=', WAITING),
      )
      .where('status', '=', 'pending')
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  } catch (error) {
    // The unique index reports that the thread is busy.
    if (isUniqueViolation(error)) return false
    throw error
  }
}
