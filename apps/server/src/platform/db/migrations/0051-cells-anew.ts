import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function cellsAnew(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('comparison_cells')
    .addColumn('is_anew', int, (c) => c.notNull().defaultTo(0))
    .execute()
}
