import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Of verdicts that are there already only the sum was kept. */
export async function pricedVerdicts(db: Kysely<unknown>, { int }: ColumnTypes) {
  for (const column of ['priced_nanos', 'unpriced']) {
    await db.schema
      .alterTable('comparison_verdicts')
      .addColumn(column, int, (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await sql`
    update comparison_verdicts
    set priced_nanos = coalesce(cost_nanos, 0), unpriced = case when cost_nanos is null then 1 else 0 end
  `.execute(db)
}
