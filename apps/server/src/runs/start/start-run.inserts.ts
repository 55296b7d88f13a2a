import { type ExpressionBuilder, type Insertable, type OnConflictBuilder, sql } from 'kysely'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import { NO_AGENT, type RunsTable, type ThreadsTable } from '../../platform/db/tables/runs.ts'

export const insertRuns = rowInserter('runs')

export const insertGraphs = rowInserter('graphs', (insert) =>
  insert.onConflict((conflict) => conflict.doNothing()),
)

export const insertThreads = rowInserter('threads', (insert) => insert.onConflict(touch))

/** Inserts nothing if the queue is full. */
export const insertIfRoom = (db: Queries, row: Insertable<RunsTable>, queueLimit: number) =>
  db
    .insertInto('runs')
    .columns(listColumns(row))
    .expression(
      db
        .selectNoFrom((eb) => listColumns(row).map((column) => eb.val(row[column]).as(column)))
        .where((eb) =>
          eb(
            eb
              .selectFrom('runs')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .where('status', '=', 'pending'),
            '<',
            queueLimit,
          ),
        ),
    )
    .returning('id')

const listColumns = <T extends object>(row: T) => Object.keys(row) as (keyof T & string)[]

const hasRun = (db: Queries, id: string) =>
  db
    .selectFrom('runs')
    .select(sql`1`.as('one'))
    .where('id', '=', id)

/** Inserts nothing if the run was not inserted. */
export const insertThreadForRun = (db: Queries, row: Insertable<ThreadsTable>, runId: string) =>
  db
    .insertInto('threads')
    .columns(listColumns(row))
    .expression(
      db
        .selectNoFrom((eb) => listColumns(row).map((column) => eb.val(row[column]).as(column)))
        .where((eb) => eb.exists(hasRun(db, runId))),
    )
    .onConflict(touch)

function touch(conflict: OnConflictBuilder<Schema, 'threads'>) {
  return conflict.column('id').doUpdateSet((eb) => ({
    updated_at: eb.ref('excluded.updated_at'),
    agent_id: keepOwnValue(eb, 'agent_id'),
    title: keepOwnValue(eb, 'title'),
  }))
}

/**
 * Keeps the thread's own value. A thread created without an agent or title takes those of its first
 * run.
 */
const keepOwnValue = (eb: ExpressionBuilder<Schema, 'threads'>, column: 'agent_id' | 'title') =>
  eb
    .case()
    .when(`threads.${column}`, '=', NO_AGENT)
    .then(eb.ref(`excluded.${column}` as `threads.${typeof column}`))
    .else(eb.ref(`threads.${column}`))
    .end()

type OnThread = Pick<RunsTable, 'workspace_id' | 'thread_id'>

const selectCheckpoints = (db: Queries, slot: Slots<OnThread>) =>
  db
    .selectFrom('checkpoints')
    .where('workspace_id', '=', slot('workspace_id'))
    .where('thread_id', '=', slot('thread_id'))
    .limit(1)

export const anyCheckpoint = prepared((db, slot: Slots<OnThread>) =>
  selectCheckpoints(db, slot).select('checkpoint_id'),
)

/** Fails the batch if the thread has a checkpoint: it inserts an event without a run. */
export const noCheckpoint = prepared((db, slot: Slots<OnThread>) =>
  db
    .insertInto('run_events')
    .columns(['run_id'])
    .expression(selectCheckpoints(db, slot).select(sql<string>`null`.as('run_id'))),
)
