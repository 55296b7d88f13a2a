import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function runSteering(db: Kysely<unknown>, { key, text }: ColumnTypes) {
  await db.schema.alterTable('runs').addColumn('steering', text).execute()
  await db.schema.alterTable('runs').addColumn('only_node', key).execute()
}
