import { type Kysely, sql } from 'kysely'
import { DEFAULT_WORKSPACE } from '../schema.ts'
import type { ColumnTypes } from './column-types.ts'

export async function agents(db: Kysely<unknown>, { key, text, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('workspaces')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()

  await sql`insert into workspaces (id, name, created_at)
    values (${DEFAULT_WORKSPACE}, 'default', ${Date.now() * 1000})`.execute(db)

  await db.schema
    .createTable('agents')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('slug', key, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('template', text)
    .addColumn('published_version', int)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .addColumn('draft_revision', int, (c) => c.notNull())
    .addColumn('draft_hash', text, (c) => c.notNull())
    .addColumn('draft_saved_at', int, (c) => c.notNull())
    .addColumn('draft_node_count', int, (c) => c.notNull())
    .addColumn('draft_document', text, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('agents_workspace_id_slug_idx')
    .unique()
    .on('agents')
    .columns(['workspace_id', 'slug'])
    .where(sql`deleted_at`, 'is', null)
    .execute()

  await db.schema
    .createTable('draft_revisions')
    .addColumn('agent_id', key, (c) => c.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('revision', int, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('saved_at', int, (c) => c.notNull())
    .addColumn('document', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('draft_revisions_pkey', ['agent_id', 'revision'])
    .execute()

  await db.schema
    .createTable('agent_versions')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('agent_id', key, (c) => c.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('number', int, (c) => c.notNull())
    .addColumn('hash', text, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('document', text, (c) => c.notNull())
    .addUniqueConstraint('agent_versions_agent_id_number_key', ['agent_id', 'number'])
    .execute()

  await db.schema
    .createTable('graphs')
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('document', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('graphs_pkey', ['workspace_id', 'hash'])
    .execute()

  await db.schema
    .createTable('settings')
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('settings_pkey', ['workspace_id', 'key'])
    .modifyEnd(clustered)
    .execute()
}
