import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from '../../db.ts'
import { and, type Condition } from './conditions.ts'
import type { Selection } from './trace-filter.ts'

/** A trace that a page ends before, or begins after. */
export type Cursor = { startedAt: number; id: string }

export type IdPage = { limit: number; before?: Cursor | undefined; after?: Cursor | undefined }

/** Ids with their starts, newest first, or those nearest to `after` first, reading as little besides as the conditions ask. */
export function selectIds(
  workspaceId: string,
  { conditions, driver, statuses }: Selection,
  { limit, before, after }: IdPage,
): RawBuilder<{ id: string; started_at: number }> {
  const [start, id] = driver
    ? [sql.ref('driver.started_at'), sql.ref('driver.trace_id')]
    : [sql.ref('traces.started_at'), sql.ref('traces.id')]
  const all: Condition[] = [...placeOf(workspaceId, driver), ...statusOf(statuses), ...conditions]
  if (before) all.push(sql<SqlBool>`(${start}, ${id}) < (${before.startedAt}, ${before.id})`)
  if (after) all.push(sql<SqlBool>`(${start}, ${id}) > (${after.startedAt}, ${after.id})`)
  const direction = sql.raw(after ? 'asc' : 'desc')
  return sql`select traces.id, traces.started_at from ${sourceOf(driver)}
    where ${and(all)} order by ${start} ${direction}, ${id} ${direction} limit ${limit}`
}

/** For what counts them all. */
export const matching = (
  workspaceId: string,
  { conditions, driver, statuses }: Selection,
): { from: RawBuilder<unknown>; where: Condition } => ({
  from: sourceOf(driver),
  where: and([...placeOf(workspaceId, driver), ...statusOf(statuses), ...conditions]),
})

export const run = async <T>(db: Queries, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows

/** A cross join, because SQLite keeps to its order. */
const sourceOf = (driver: Selection['driver']) =>
  driver ? sql`trace_labels as driver cross join traces` : sql`traces`

const placeOf = (workspaceId: string, driver: Selection['driver']): Condition[] =>
  driver
    ? [
        sql`driver.workspace_id = ${workspaceId}`,
        sql`driver.key = ${driver.key}`,
        sql`driver.value = ${driver.value}`,
        sql`traces.workspace_id = driver.workspace_id`,
        sql`traces.id = driver.trace_id`,
      ]
    : [sql`traces.workspace_id = ${workspaceId}`]

const statusOf = (statuses: readonly string[]): Condition[] => {
  if (statuses.length === 0) return []
  return [sql`traces.status in (${sql.join(statuses)})`]
}
