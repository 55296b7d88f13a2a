import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** One column a statement: SQLite takes no more. */
export async function connectionRates(db: Kysely<unknown>, { key, int }: ColumnTypes) {
  await db.schema.alterTable('connections').addColumn('api_version', key).execute()
  await db.schema.alterTable('connections').addColumn('requests_per_minute', int).execute()
  await db.schema.alterTable('connections').addColumn('tokens_per_minute', int).execute()
}
