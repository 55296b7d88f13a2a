import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Whether keys of files become ids that lie beside each other; datasets that were here go on as they began. */
export async function nearIds(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('datasets')
    .addColumn('has_near_ids', int, (added) => added.notNull().defaultTo(0))
    .execute()
}
