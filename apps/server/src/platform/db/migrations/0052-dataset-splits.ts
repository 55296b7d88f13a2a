import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Those of datasets that are there already are counted when they are first asked for. */
export async function datasetSplits(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('datasets').addColumn('splits', text).execute()
}
