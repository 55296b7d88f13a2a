import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Of a run whose cost nobody knows, what is known of it: its trace says so already. */
export async function pricedRuns(db: Kysely<unknown>, { int }: ColumnTypes) {
  for (const column of ['priced_nanos', 'unpriced']) {
    await db.schema
      .alterTable('runs')
      .addColumn(column, int, (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await sql`
    update runs set priced_nanos = traces.cost_nanos, unpriced = traces.unpriced
    from traces
    where traces.workspace_id = runs.workspace_id and traces.id = runs.id and runs.cost_nanos is null
  `.execute(db)
  await sql`update runs set priced_nanos = cost_nanos where cost_nanos is not null`.execute(db)
}
