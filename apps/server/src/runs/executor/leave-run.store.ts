import type { Selectable } from 'kysely'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { RunEventsTable, RunsTable } from '../../platform/db/tables/runs.ts'

type HeldRun = { id: string; owner: string }

type MovedColumns = Pick<
  RunsTable,
  'status' | 'error' | 'output' | 'interrupts' | 'deadline_at' | 'ended_at' | 'seq_reserved'
> &
  Pick<Selectable<RunsTable>, 'paused_at'>

const prepareMove = (extraColumns: Partial<Pick<RunsTable, 'answers'>>) =>
  prepared((db, slot: Slots<HeldRun & MovedColumns>) =>
    updateHeld(db, slot)
      .set({
        status: slot('status'),
        error: slot('error'),
        output: slot('output'),
        interrupts: slot('interrupts'),
        deadline_at: slot('deadline_at'),
        ended_at: slot('ended_at'),
        seq_reserved: slot('seq_reserved'),
        paused_at: slot('paused_at'),
        ...extraColumns,
      })
      .where('status', '=', 'running')
      .returning('id'),
  )

/** Ends or interrupts a run. Does nothing if it was ended by someone else. */
export const settle = prepareMove({ answers: null })

/** Returns a run to the queue with its answers. */
export const handOver = prepareMove({})

/**
 * The last event reports how the run ended, so it must not be stored if the run ended differently.
 */
export const insertIfLeft = prepared(
  (db, slot: Slots<RunEventsTable & Pick<RunsTable, 'status'>>) =>
    db
      .insertInto('run_events')
      .columns(['run_id', 'first_seq', 'last_seq', 'events', 'blocks', 'refs'])
      .expression(
        db
          .selectFrom('runs')
          .select((eb) => [
            eb.val(slot('run_id')).as('run_id'),
            eb.val(slot('first_seq')).as('first_seq'),
            eb.val(slot('last_seq')).as('last_seq'),
            eb.val(slot('events')).as('events'),
            eb.val(slot('blocks')).as('blocks'),
            eb.val(slot('refs')).as('refs'),
          ])
          .where('id', '=', slot('run_id'))
          .where('status', '=', slot('status'))
          .where('seq_reserved', '=', slot('last_seq')),
      ),
)

type ReleasedColumns = Pick<
  Selectable<RunsTable>,
  'usage' | 'cost_nanos' | 'priced_nanos' | 'unpriced' | 'first_token_at'
>

/** Releases the lease of a run. Returns the run's status. */
export const release = prepared((db, slot: Slots<HeldRun & ReleasedColumns>) =>
  updateHeld(db, slot)
    .set({
      usage: slot('usage'),
      cost_nanos: slot('cost_nanos'),
      priced_nanos: slot('priced_nanos'),
      unpriced: slot('unpriced'),
      first_token_at: slot('first_token_at'),
      lease_owner: null,
      lease_until: null,
    })
    .returning('status'),
)

const updateHeld = (db: Queries, slot: Slots<HeldRun>) =>
  db.updateTable('runs').where('id', '=', slot('id')).where('lease_owner', '=', slot('owner'))
