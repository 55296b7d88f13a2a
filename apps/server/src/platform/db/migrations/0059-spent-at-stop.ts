import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function spentAtStop(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('comparisons').addColumn('spent', text).execute()
}
