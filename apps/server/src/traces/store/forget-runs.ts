import type { ExpressionBuilder } from 'kysely'
import type { Batch } from '../../platform/db/atomic.ts'
import { deleteCheckpoints } from '../../platform/db/checkpoints/delete-checkpoints.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { Schema } from '../../platform/db/schema.ts'

/**
 * Of runs whose traces go, what nobody would see any more: their events and checkpoints, where they are part of no
 * conversation. A conversation keeps its own until it is deleted itself.
 */
export function forgetRuns(db: Queries, workspaceId: string, ids: readonly string[]): Batch {
  const unseen = db
    .selectFrom('runs')
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .where((eb) => eb.not(eb.or([isListed(eb), isRestorable(eb)])))
  return [
    db.deleteFrom('run_events').where('run_id', 'in', unseen.select('id')),
    ...deleteCheckpoints(db, workspaceId, unseen.select('thread_id')),
  ]
}

type Runs = ExpressionBuilder<Schema, 'runs'>

const isListed = (eb: Runs) =>
  eb.exists(
    eb
      .selectFrom('threads')
      .select('threads.id')
      .whereRef('threads.workspace_id', '=', 'runs.workspace_id')
      .whereRef('threads.id', '=', 'runs.thread_id'),
  )

const isRestorable = (eb: Runs) =>
  eb.exists(
    eb
      .selectFrom('deleted_threads as gone')
      .select('gone.id')
      .whereRef('gone.workspace_id', '=', 'runs.workspace_id')
      .whereRef('gone.id', '=', 'runs.thread_id'),
  )
