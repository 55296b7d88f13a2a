import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** A run of a suite is a comparison; what was told of a comparison is kept until it changes. */
export async function suites(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('suites')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('baseline_version', int, (c) => c.notNull())
    .addColumn('plan', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  await db.schema.alterTable('comparisons').addColumn('suite_id', key).execute()
  await db.schema.alterTable('comparisons').addColumn('verdict', text).execute()
  await db.schema
    .createIndex('comparisons_suite_id_id_idx')
    .on('comparisons')
    .columns(['suite_id', 'id'])
    .execute()
}
