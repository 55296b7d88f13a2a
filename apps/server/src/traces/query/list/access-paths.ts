import { type RawBuilder, sql } from 'kysely'
import type { Portable } from '../../../platform/db/portable.ts'
import type { Condition } from './conditions.ts'

/** An access path to traces. `start` and `id` are columns of an index in list order. */
export type AccessPath = {
  from: RawBuilder<unknown>
  conditions: Condition[]
  start: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

const START = sql.ref('traces.started_at')
const ID = sql.ref('traces.id')

export const allTraces = (workspaceId: string): AccessPath => ({
  from: sql`traces`,
  conditions: [sql`traces.workspace_id = ${workspaceId}`],
  start: START,
  id: ID,
})

/** A cross join, because SQLite keeps to its order. */
export const tracesByLabel = (workspaceId: string, key: string, value: string): AccessPath => ({
  from: sql`trace_labels as label_found cross join traces`,
  conditions: [
    sql`label_found.workspace_id = ${workspaceId}`,
    sql`label_found.key = ${key}`,
    sql`label_found.value = ${value}`,
    sql`traces.workspace_id = label_found.workspace_id`,
    sql`traces.id = label_found.trace_id`,
  ],
  start: sql.ref('label_found.started_at'),
  id: sql.ref('label_found.trace_id'),
})

/** Looks up each id and sorts, for any position in the list. */
export const tracesByIds = (
  portable: Portable,
  workspaceId: string,
  ids: readonly string[],
): AccessPath => ({
  from: sql`${portable.valueRows(ids, 'id_found')} cross join traces`,
  conditions: [sql`traces.workspace_id = ${workspaceId}`, sql`traces.id = id_found.value`],
  start: START,
  id: ID,
})
