import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function formerAnswers(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('comparison_cells').addColumn('former', text).execute()
}
