import type { TraceHistogram } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { matchingTraces, queryRows, resolveCountable } from './list-ids.ts'
import type { TraceFilter } from './trace-filter.ts'

const SECOND = 1_000_000
/** Readable bar widths, from a second to a week. */
const BAR_WIDTHS = [
  ...[1, 2, 5, 10, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 30].map((n) => n * 60 * SECOND),
  ...[1, 2, 6, 12, 24, 48, 168].map((n) => n * 3_600 * SECOND),
]

/** Counts matching traces per time interval, with about `bars` intervals at most. */
export async function countOverTime(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  bars: number,
  signal?: AbortSignal,
): Promise<TraceHistogram> {
  const { selection, isPartial } = await resolveCountable(db, workspaceId, filter, signal)
  const { from: source, where } = matchingTraces(selection)
  const range = sql<{ first: number | null; last: number | null }>`
    select min(traces.started_at) as first, max(traces.started_at) as last
    from ${source} where ${where}`
  const isUnbounded = filter.from === undefined || filter.to === undefined
  const [bounds] = isUnbounded ? await queryRows(db.analytics, range) : []
  const from = filter.from ?? bounds?.first ?? 0
  const to = filter.to ?? Math.max(from, bounds?.last ?? 0) + 1
  const step =
    BAR_WIDTHS.find((candidate) => (to - from) / candidate <= bars) ?? wholeWeeks(to - from, bars)
  const bar = sql`traces.started_at / ${sql.lit(step)}`
  const rows = await queryRows(
    db.analytics,
    sql<{ bar: number; count: number; errors: number }>`
      select ${bar} as bar, count(*) as count,
        sum(case when traces.status = 'error' then 1 else 0 end) as errors
      from ${source} where ${where} group by ${bar} order by ${bar}`,
  )
  return {
    from,
    to,
    step,
    isPartial,
    bars: rows.map((row) => ({
      at: row.bar * step,
      count: row.count,
      errors: row.errors,
    })),
  }
}

const wholeWeeks = (span: number, bars: number) => {
  const week = BAR_WIDTHS.at(-1) ?? SECOND
  return Math.ceil(span / bars / week) * week
}
