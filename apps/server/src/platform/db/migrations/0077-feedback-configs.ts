import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What scores mean, by their names. */
export async function feedbackConfigs(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('feedback_configs')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('type', key, (c) => c.notNull())
    .addColumn('min', sql`double precision`)
    .addColumn('max', sql`double precision`)
    .addColumn('categories', text, (c) => c.notNull())
    .addColumn('is_lower_better', int, (c) => c.notNull())
    .addColumn('modified_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('feedback_configs_pkey', ['workspace_id', 'key'])
    .execute()
}
