import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** A link to a trace may end by itself. */
export async function shareExpiry(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('trace_shares').addColumn('expires_at', int).execute()
}
