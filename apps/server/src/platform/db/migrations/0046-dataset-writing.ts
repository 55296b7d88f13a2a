import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Whatever broke off before this was noted is looked for once more. */
export async function datasetWriting(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('datasets')
    .addColumn('is_writing', int, (c) => c.notNull().defaultTo(1))
    .execute()
}
