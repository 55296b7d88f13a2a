import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Which comparison a suite was saved from; null of those saved before. */
export const suiteOrigins = (db: Kysely<unknown>, { key }: ColumnTypes) =>
  db.schema.alterTable('suites').addColumn('comparison_id', key).execute()
