import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Experiments that were judged against each other; the judgements are feedback. */
export async function comparativeExperiments(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('comparative_experiments')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('dataset_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('project_ids', text, (c) => c.notNull())
    .addColumn('extra', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('comparative_experiments_pk', ['workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('comparative_experiments_dataset_id_idx')
    .on('comparative_experiments')
    .column('dataset_id')
    .execute()
  await db.schema.alterTable('feedback').addColumn('comparative_id', key).execute()
}
