import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function tools(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('tools')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('schema', text, (c) => c.notNull())
    .addColumn('kind', key, (c) => c.notNull())
    .addColumn('effect', key, (c) => c.notNull())
    .addColumn('config', text, (c) => c.notNull())
    .addColumn('secrets', bytes)
    .addColumn('is_enabled', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .execute()

  await db.schema
    .createIndex('tools_workspace_id_name_idx')
    .unique()
    .on('tools')
    .columns(['workspace_id', 'name'])
    .where(sql`deleted_at`, 'is', null)
    .execute()
}
