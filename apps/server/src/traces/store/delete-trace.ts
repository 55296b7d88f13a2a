import type { ExpressionBuilder, OnConflictDatabase, OnConflictTables } from 'kysely'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'
import { queueTexts } from '../../platform/db/texts/queue-texts.ts'
import { now } from '../../platform/time.ts'
import { recountDeleted } from '../metrics/recount-traces.ts'
import { LiveTraces } from './live-traces.ts'
import { traceLockKey } from './load-stored.ts'
import { deleteCheckpoints } from '../../platform/db/checkpoints/delete-checkpoints.ts'

const TRACE_TABLES = [
  'forwarding_outbox',
  'attachments',
  'feedback',
  'trace_shares',
  'pinned_traces',
  'exchanges',
  'trace_labels',
  'payload_blocks',
  'span_payloads',
  'spans',
] as const

type Options = {
  /** Deleted by retention, not by a user: the ids are remembered only as long as there is room. */
  isExpired?: boolean
}

/** Deletes traces and returns their number. Rollups keep counting them. */
export async function deleteTraces(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  { isExpired = false }: Options = {},
): Promise<number> {
  if (ids.length === 0) return 0
  const locks = ids.map((id) => traceLockKey(workspaceId, id))
  return await db.portable.exclusively(locks, async (queries) => {
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.remove(lock)
    const results = await atomic(queries, [
      ...(await recountDeleted(db, queries, workspaceId, ids)),
      rememberCounted(db, workspaceId, ids, isExpired),
      ...TRACE_TABLES.map((table) =>
        db.deleteFrom(table).where('workspace_id', '=', workspaceId).where('trace_id', 'in', ids),
      ),
      ...deleteRunData(db, workspaceId, ids),
      ...queueTexts(db, workspaceId, { deleted: [...ids] }),
      db.deleteFrom('traces').where('workspace_id', '=', workspaceId).where('id', 'in', ids),
    ])
    db.texts.wake()
    return Number(results.at(-1)?.numAffectedRows)
  })
}

/**
 * Remembers that a trace was counted, in case it is ingested again. Spans of unended runs may still
 * arrive. Deletions by users are remembered forever.
 */
const rememberCounted = (
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  isExpired: boolean,
) => {
  const time = now()
  return db
    .insertInto('deleted_traces')
    .columns(['workspace_id', 'id', 'expired_at', 'counted_until'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .select((inner) => [
          'workspace_id',
          'id',
          inner.val(isExpired ? time : null).as('expired_at'),
          inner.case().when('ended_at', 'is', null).then(time).end().as('counted_until'),
        ])
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', ids)
        .where((inner) =>
          inner.or([inner('ended_at', 'is not', null), inner('source', 'is not', null)]),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'id']).doUpdateSet((eb) => ({
        expired_at: keepNull(eb, 'expired_at'),
        counted_until: keepNull(eb, 'counted_until'),
      })),
    )
}

type ConflictBuilder = ExpressionBuilder<
  OnConflictDatabase<Schema, 'deleted_traces'>,
  OnConflictTables<'deleted_traces'>
>

const keepNull = (eb: ConflictBuilder, column: 'expired_at' | 'counted_until') =>
  eb
    .case()
    .when(`deleted_traces.${column}`, 'is not', null)
    .then(eb.ref(`excluded.${column}`))
    .end()

export const deleteTrace = async (db: Db, workspaceId: string, id: string): Promise<boolean> =>
  (await deleteTraces(db, workspaceId, [id])) > 0

/**
 * Deletes events and checkpoints of runs whose traces are deleted, unless they belong to a
 * conversation.
 */
function deleteRunData(db: Queries, workspaceId: string, ids: readonly string[]): Batch {
  const hiddenRuns = db
    .selectFrom('runs')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where((eb) => eb.not(eb.or([hasThread(eb), isRestorable(eb)])))
  return [
    db.deleteFrom('run_events').where('run_id', 'in', hiddenRuns.select('id')),
    ...deleteCheckpoints(db, workspaceId, hiddenRuns.select('thread_id')),
  ]
}

type RunBuilder = ExpressionBuilder<Schema, 'runs'>

const hasThread = (eb: RunBuilder) =>
  eb.exists(
    eb
      .selectFrom('threads')
      .select('threads.id')
      .whereRef('threads.workspace_id', '=', 'runs.workspace_id')
      .whereRef('threads.id', '=', 'runs.thread_id'),
  )

const isRestorable = (eb: RunBuilder) =>
  eb.exists(
    eb
      .selectFrom('deleted_threads as deleted')
      .select('deleted.id')
      .whereRef('deleted.workspace_id', '=', 'runs.workspace_id')
      .whereRef('deleted.id', '=', 'runs.thread_id'),
  )
