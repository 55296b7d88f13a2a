import { sql } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import { prepared, type Slots } from './prepared.ts'
import type { Schema } from './schema.ts'

/** Identifies one execution of a run. A takeover increments `attempt`. */
export type RunHold = { runId: string; attempt: number }

/**
 * Inserts an event without a run if the run is lost. This violates a constraint and rolls back the
 * transaction.
 */
const failIfLost = prepared((db, hold: Slots<RunHold>) =>
  db
    .insertInto('run_events')
    .columns(['run_id'])
    .expression((eb) =>
      eb
        .selectFrom('runs')
        .select(sql<string>`null`.as('run_id'))
        .where('id', '=', hold('runId'))
        .where((run) =>
          run.or([run('attempt', '!=', hold('attempt')), run('lease_owner', 'is', null)]),
        ),
    ),
)

const locked = prepared((db, hold: Slots<RunHold>) =>
  db.selectFrom('runs').select('id').where('id', '=', hold('runId')).forShare(),
)

/** Makes an `atomic` fail unless the run is held. `isRunLost` recognizes the error. */
export const whileHeld = (db: Queries, hold: RunHold): Batch => [
  // With several processes, a takeover waits for batches that started before it.
  ...(isEmbedded(db) ? [] : [locked.with(db, hold)]),
  failIfLost.with(db, hold),
]

export const isRunLost = (error: unknown): boolean => isMissingValue(error, 'run_events')

const SQLITE_CONSTRAINT_NOT_NULL = 1299
const POSTGRES_NOT_NULL_VIOLATION = '23502'

/** Whether a write failed because a column of the table would have had no value, on either engine. */
export const isMissingValue = (error: unknown, table: keyof Schema): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === SQLITE_CONSTRAINT_NOT_NULL || error.code === POSTGRES_NOT_NULL_VIOLATION) &&
  error.message.includes(table)
