import { type SqlBool, sql } from 'kysely'
import { now } from '../../platform/time.ts'
import { type Batch, isEmbedded } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { prepared, type Slots } from '../../platform/db/prepared.ts'
import type { Folded } from './fold-spans.ts'

/**
 * In the transaction of the spans: whole traces that have ended, where their workspace sends them on.
 * What changes afterwards queues them again.
 */
export function queueForwarding(db: Queries, workspaceId: string, { traces }: Folded): Batch {
  const ids = traces.flatMap(({ id, ended_at }) => (ended_at === null ? [] : [id]))
  return ids.length === 0
    ? []
    : [queue.with(db, { workspaceId, ids: JSON.stringify(ids), at: now() })]
}

type Queued = { workspaceId: string; ids: string; at: number }

const queue = prepared((db, slot: Slots<Queued>) => {
  const at = sql<number>`cast(${slot('at')} as bigint)`
  return db
    .insertInto('forwarding_outbox')
    .columns(['workspace_id', 'trace_id', 'queued_at', 'revision', 'attempts', 'due_at'])
    .expression((eb) =>
      eb
        .selectFrom('traces')
        .innerJoin('forwardings', 'forwardings.workspace_id', 'traces.workspace_id')
        .select([
          'traces.workspace_id',
          'traces.id as trace_id',
          at.as('queued_at'),
          sql.lit(1).as('revision'),
          sql.lit(0).as('attempts'),
          at.as('due_at'),
        ])
        .where('traces.workspace_id', '=', slot('workspaceId'))
        .where(sql<SqlBool>`traces.id in (${elementsOf(db, slot('ids'))})`)
        .where((or) => or.or([or('is_on', '=', 1), or('env_on', '=', 1)]))
        .where((or) => or.or([or('traces.source', 'is', null), or('sends_external', '=', 1)])),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'trace_id'])
        .doUpdateSet((eb) => ({ revision: eb('forwarding_outbox.revision', '+', 1) })),
    )
})

const elementsOf = (db: Queries, list: string) =>
  isEmbedded(db)
    ? sql`select value from json_each(${list})`
    : sql`select json_array_elements_text(cast(${list} as json))`
