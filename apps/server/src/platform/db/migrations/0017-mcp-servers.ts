import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function mcpServers(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('mcp_servers')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('settings', text)
    .addColumn('secrets', bytes)
    .addColumn('listing', text, (c) => c.notNull())
    .addColumn('listed_at', int)
    .addColumn('error', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .execute()

  await db.schema
    .createIndex('mcp_servers_workspace_id_name_idx')
    .unique()
    .on('mcp_servers')
    .columns(['workspace_id', 'name'])
    .where(sql`deleted_at`, 'is', null)
    .execute()
}
