import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Whatever is under way was set to work on all cells. */
export async function comparisonAsked(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema
    .alterTable('comparisons')
    .addColumn('asked', text, (c) => c.notNull().defaultTo('[{"at":0,"only":{}}]'))
    .execute()
}
