import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Queries } from '../../../platform/db/db.ts'
import { and, type Condition } from './conditions.ts'
import type { Selection } from './trace-filter.ts'

/** The trace that a page ends before or starts after. */
export type Cursor = { startedAt: number; id: string }

export type IdPage = { limit: number; before?: Cursor | undefined; after?: Cursor | undefined }

/** Selects ids with their starts, newest first or nearest to `after` first. */
export function selectIds(
  selection: Selection,
  { limit, before, after }: IdPage,
): RawBuilder<{ id: string; started_at: number }> {
  const { start, id } = selection.accessPath
  const { from, where } = matchingTraces(selection)
  const conditions = [where]
  if (before) conditions.push(sql<SqlBool>`(${start}, ${id}) < (${before.startedAt}, ${before.id})`)
  if (after) conditions.push(sql<SqlBool>`(${start}, ${id}) > (${after.startedAt}, ${after.id})`)
  const direction = sql.raw(after ? 'asc' : 'desc')
  return sql`select traces.id, traces.started_at from ${from}
    where ${and(conditions)} order by ${start} ${direction}, ${id} ${direction} limit ${limit}`
}

/** The same without paging, for counts. */
export const matchingTraces = ({
  accessPath: way,
  statuses,
  conditions,
}: Selection): { from: RawBuilder<unknown>; where: Condition } => ({
  from: way.from,
  where: and([...way.conditions, ...statusCondition(statuses), ...conditions]),
})

export const queryRows = async <T>(db: Queries, query: RawBuilder<T>): Promise<T[]> =>
  (await query.execute(db)).rows

const statusCondition = (statuses: readonly string[]): Condition[] => {
  if (statuses.length === 0) return []
  return [sql`traces.status in (${sql.join(statuses)})`]
}
