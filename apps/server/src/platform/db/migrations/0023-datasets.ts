import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function datasets(db: Kysely<unknown>, types: ColumnTypes) {
  const { key, text, int } = types
  await db.schema
    .createTable('datasets')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('data_type', key, (c) => c.notNull())
    .addColumn('extra', text, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('examples', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .execute()
  await db.schema
    .createIndex('datasets_workspace_id_name_idx')
    .unique()
    .on('datasets')
    .columns(['workspace_id', 'name'])
    .where(sql`deleted_at`, 'is', null)
    .execute()
  await versions(db, types)
  await examples(db, types)
  await db.schema
    .createIndex('projects_workspace_id_reference_dataset_id_idx')
    .on('projects')
    .columns(['workspace_id', 'reference_dataset_id'])
    .execute()
}

async function versions(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('dataset_versions')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('dataset_id', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('message', text, (c) => c.notNull())
    .addColumn('added', int, (c) => c.notNull())
    .addColumn('changed', int, (c) => c.notNull())
    .addColumn('removed', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('dataset_versions_pk', ['dataset_id', 'version'])
    .execute()
  await db.schema
    .createTable('dataset_tags')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('dataset_id', key, (c) => c.notNull())
    .addColumn('tag', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('dataset_tags_pk', ['dataset_id', 'tag'])
    .execute()
}

async function examples(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('dataset_examples')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('dataset_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('version_from', int, (c) => c.notNull())
    .addColumn('version_to', int)
    .addColumn('position', int, (c) => c.notNull())
    .addColumn('content', text, (c) => c.notNull())
    .addColumn('splits', text, (c) => c.notNull())
    .addColumn('inputs_hash', key, (c) => c.notNull())
    .addColumn('trace_id', key)
    .addColumn('span_id', key)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('modified_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('dataset_examples_pk', ['dataset_id', 'id', 'version_from'])
    .execute()
  await db.schema
    .createIndex('dataset_examples_dataset_id_position_idx')
    .on('dataset_examples')
    .columns(['dataset_id', 'position'])
    .execute()
  await db.schema
    .createIndex('dataset_examples_dataset_id_inputs_hash_idx')
    .on('dataset_examples')
    .columns(['dataset_id', 'inputs_hash'])
    .execute()
  await db.schema
    .createIndex('dataset_examples_workspace_id_id_idx')
    .on('dataset_examples')
    .columns(['workspace_id', 'id'])
    .execute()
}
