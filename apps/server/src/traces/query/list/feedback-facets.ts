import type { Facets } from '@lathe/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { run } from './select-ids.ts'

const KEYS = 50

/** Under which keys something was said of the traces. */
export async function countFeedback(
  db: Db,
  workspaceId: string,
  ids: RawBuilder<unknown>,
): Promise<Facets['feedback']> {
  return await run(
    db.analytics,
    sql<Facets['feedback'][number]>`
      select feedback.key as key, count(distinct feedback.trace_id) as count
      from (${ids}) as matched cross join feedback
      where feedback.workspace_id = ${workspaceId} and feedback.trace_id = matched.id
      group by feedback.key order by count desc, key limit ${sql.lit(KEYS)}`,
  )
}
