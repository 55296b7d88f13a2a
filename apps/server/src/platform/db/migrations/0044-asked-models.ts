import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function askedModels(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('spans').addColumn('asked_model', text).execute()
}
