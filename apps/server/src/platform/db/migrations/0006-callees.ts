import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function callees(db: Kysely<unknown>, { text }: ColumnTypes) {
  await db.schema
    .alterTable('runs')
    .addColumn('callees', text, (c) => c.notNull().defaultTo('{}'))
    .execute()
}
