import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const COLUMNS = ['index_tokens', 'index_cost_nanos', 'index_uncounted', 'index_unpriced']

/** What was indexed before was not counted, and is not called free. */
export async function indexSpending(db: Kysely<unknown>, { int }: ColumnTypes) {
  for (const column of COLUMNS) {
    await db.schema
      .alterTable('collections')
      .addColumn(column, int, (added) => added.notNull().defaultTo(0))
      .execute()
  }
  await sql`
    update collections set index_uncounted = 1, index_unpriced = 1 where active_index is not null
  `.execute(db)
}
