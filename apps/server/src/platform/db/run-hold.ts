import { sql } from 'kysely'
import { type Batch, isEmbedded } from './atomic.ts'
import type { Queries } from './db.ts'
import { isMissingValue } from './missing-value.ts'
import { prepared, type Slots } from './prepared.ts'

/** What an execution of a run knows itself by: a take-over counts the attempt up. */
export type RunHold = { runId: string; attempt: number }

/** An event of no run breaks the table's rule, and with it the transaction; only a lost run has one. */
const refusal = prepared((db, hold: Slots<RunHold>) =>
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

/** For an `atomic` that is to happen only while the run is held, and else to fail as `isRunLost` tells. */
export const whileHeld = (db: Queries, hold: RunHold): Batch => [
  // Where several processes write, a take-over waits for what was begun before it.
  ...(isEmbedded(db) ? [] : [locked.with(db, hold)]),
  refusal.with(db, hold),
]

export const isRunLost = (error: unknown): boolean => isMissingValue(error, 'run_events')
