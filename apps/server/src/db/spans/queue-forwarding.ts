import { sql } from 'kysely'
import { now } from '../../time.ts'
import type { Batch } from '../atomic.ts'
import type { Db } from '../db.ts'
import type { Folded } from './fold-spans.ts'

/**
 * In the transaction of the spans: whole traces that have ended, where their workspace sends them on.
 * What changes afterwards queues them again.
 */
export function queueForwarding(db: Db, workspaceId: string, { traces }: Folded): Batch {
  const ids = traces.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [id]))
  if (ids.length === 0) return []
  const at = now()
  return [
    db
      .insertInto('forwarding_outbox')
      .columns(['workspace_id', 'trace_id', 'queued_at', 'revision', 'attempts', 'due_at'])
      .expression((eb) =>
        eb
          .selectFrom('traces')
          .innerJoin('forwardings', 'forwardings.workspace_id', 'traces.workspace_id')
          .select([
            'traces.workspace_id',
            'traces.id as trace_id',
            sql.lit(at).as('queued_at'),
            sql.lit(1).as('revision'),
            sql.lit(0).as('attempts'),
            sql.lit(at).as('due_at'),
          ])
          .where('traces.workspace_id', '=', workspaceId)
          .where((one) => db.portable.isAnyOf(one.ref('traces.id'), ids))
          .where((or) => or.or([or('is_on', '=', 1), or('env_on', '=', 1)]))
          .where((or) => or.or([or('traces.source', 'is', null), or('sends_external', '=', 1)])),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'trace_id'])
          .doUpdateSet((eb) => ({ revision: eb('forwarding_outbox.revision', '+', 1) })),
      ),
  ]
}
