import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What programs say of their feedback besides: that it is an error of what should have judged. */
export async function feedbackExtra(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('feedback').addColumn('extra', text).execute()
}
