import { sql } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'

/** What an execution of a run knows itself by: a take-over counts the attempt up. */
export type RunHold = { runId: string; attempt: number }

/** For an `atomic` that is to happen only while the run is held, and else to fail as `isRunLost` tells. */
export function whileHeld(db: Queries, { runId, attempt }: RunHold): Batch {
  // An event of no run breaks the table's rule, and with it the transaction; only a lost run has one.
  const refusal = db
    .insertInto('run_events')
    .columns(['run_id'])
    .expression((eb) =>
      eb
        .selectFrom('runs')
        .select(sql<string>`null`.as('run_id'))
        .where('id', '=', runId)
        .where((run) => run.or([run('attempt', '!=', attempt), run('lease_owner', 'is', null)])),
    )
  if (isEmbedded(db)) return [refusal]
  // Where several processes write, a take-over waits for what was begun before it.
  return [db.selectFrom('runs').select('id').where('id', '=', runId).forShare(), refusal]
}

const SQLITE_CONSTRAINT_NOT_NULL = 1299
const POSTGRES_NOT_NULL_VIOLATION = '23502'

export const isRunLost = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === SQLITE_CONSTRAINT_NOT_NULL || error.code === POSTGRES_NOT_NULL_VIOLATION) &&
  error.message.includes('run_events')
