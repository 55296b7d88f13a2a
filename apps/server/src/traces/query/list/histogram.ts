import type { TraceHistogram } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { resolveCounted } from './counted.ts'
import { matching, run } from './select-ids.ts'
import type { TraceFilter } from './trace-filter.ts'

const SECOND = 1_000_000
/** Readable bar widths, from a second to a week. */
const STEPS = [
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
  const { selection, isPartial } = await resolveCounted(db, workspaceId, filter, signal)
  const { from: source, where } = matching(selection)
  const range = sql<{ first: number | null; last: number | null }>`
    select min(traces.started_at) as first, max(traces.started_at) as last
    from ${source} where ${where}`
  const isOpen = filter.from === undefined || filter.to === undefined
  const [found] = isOpen ? await run(db.analytics, range) : []
  const from = filter.from ?? found?.first ?? 0
  const to = filter.to ?? Math.max(from, found?.last ?? 0) + 1
  const step = STEPS.find((one) => (to - from) / one <= bars) ?? widest(to - from, bars)
  const bar = sql`traces.started_at / ${sql.lit(step)}`
  const rows = await run(
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

const widest = (span: number, bars: number) => {
  const week = STEPS.at(-1) ?? SECOND
  return Math.ceil(span / bars / week) * week
}
