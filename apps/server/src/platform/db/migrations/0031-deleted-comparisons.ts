import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Deleted comparisons and suites can be restored until they are purged. */
export async function deletedComparisons(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('comparisons').addColumn('deleted_at', int).execute()
  await db.schema.alterTable('suites').addColumn('deleted_at', int).execute()
}
