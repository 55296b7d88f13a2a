import { LIVE } from '@lathe/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { isUniqueViolation } from '../../platform/db/unique-violation.ts'

/** Literal, as in the index's condition, else SQLite does not see that it applies. */
const WAITING = sql.lit(1)

/** A run that waits for a thread. */
export const waiting = prepared((db, slot: Slots<{ threadId: string }>) =>
  db
    .selectFrom('runs')
    .select('id')
    .where('thread_id', '=', slot('threadId'))
    .where('status', '=', 'pending')
    .where('waits', '=', WAITING)
    .limit(1),
)

/** Threads with runs that wait although nothing else is live on them. */
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
            .where('l.status', 'in', LIVE)
            .where('l.waits', '=', 0),
        ),
      ),
    )
    .execute()
  return rows.map((row) => row.thread_id)
}

/** Lets the first run that waits for a thread be claimed, unless another is live there; false when none was. */
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
    // The index says so: the thread is not free.
    if (isUniqueViolation(error)) return false
    throw error
  }
}
