import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function spanElements(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema.alterTable('spans').addColumn('element', text).execute()
}
