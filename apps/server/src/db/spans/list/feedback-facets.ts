import type { Facets } from '@lathe/contract'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import { run, selectIds } from './select-ids.ts'
import { resolveFilter, type TraceFilter } from './trace-filter.ts'

const KEYS = 50

/** Under which keys something was said of the newest traces that pass, had the filter asked nothing of feedback. */
export async function countFeedback(
  db: Db,
  workspaceId: string,
  { terms = [], ...filter }: TraceFilter,
  limit: number,
): Promise<Facets['feedback']> {
  const others = terms.filter(({ type }) => type !== 'feedback')
  const selection = await resolveFilter(db, workspaceId, { ...filter, terms: others })
  const ids = selectIds(selection, { limit })
  return await run(
    db.analytics,
    sql<Facets['feedback'][number]>`
      select feedback.key as key, count(distinct feedback.trace_id) as count
      from (${ids}) as matched cross join feedback
      where feedback.workspace_id = ${workspaceId} and feedback.trace_id = matched.id
      group by feedback.key order by count desc, key limit ${sql.lit(KEYS)}`,
  )
}
