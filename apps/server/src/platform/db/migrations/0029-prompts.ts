import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function prompts(db: Kysely<unknown>, types: ColumnTypes) {
  const { key, text, int } = types
  await db.schema
    .createTable('prompts')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('readme', text, (c) => c.notNull())
    .addColumn('tags', text, (c) => c.notNull())
    .addColumn('is_archived', int, (c) => c.notNull())
    .addColumn('is_public', int, (c) => c.notNull())
    .addColumn('is_liked', int, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .execute()
  await db.schema
    .createIndex('prompts_workspace_id_name_idx')
    .unique()
    .on('prompts')
    .columns(['workspace_id', 'name'])
    .where(sql`deleted_at`, 'is', null)
    .execute()
  await versions(db, types)
  await db.schema
    .createTable('prompt_graphs')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('graph_hash', key, (c) => c.notNull())
    .addColumn('node', key, (c) => c.notNull())
    .addColumn('prompt_id', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('prompt_graphs_pk', [
      'prompt_id',
      'version',
      'workspace_id',
      'graph_hash',
      'node',
    ])
    .execute()
}

async function versions(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('prompt_versions')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('prompt_id', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull().unique())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('manifest', text, (c) => c.notNull())
    .addColumn('content', text, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('prompt_versions_pk', ['prompt_id', 'version'])
    .execute()
  await db.schema
    .createTable('prompt_labels')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('prompt_id', key, (c) => c.notNull())
    .addColumn('label', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('prompt_labels_pk', ['prompt_id', 'label'])
    .execute()
}
