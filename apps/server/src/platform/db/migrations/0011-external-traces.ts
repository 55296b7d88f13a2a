import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What traces of other programs bring along, and what others say of them. */
export async function externalTraces(db: Kysely<unknown>, types: ColumnTypes) {
  await extendTraces(db, types)
  await createProjects(db, types)
  await createAttachments(db, types)
  await createFeedback(db, types)
  await createRejectedItems(db, types)
}

async function extendTraces(db: Kysely<unknown>, { key }: ColumnTypes) {
  await db.schema.alterTable('traces').addColumn('source', key).execute()
  await db.schema.alterTable('traces').addColumn('project_id', key).execute()
  for (const column of ['source', 'project_id'])
    await db.schema
      .createIndex(`traces_workspace_id_${column}_started_at_idx`)
      .on('traces')
      .columns(['workspace_id', column, 'started_at', 'id'])
      .execute()
  // Programs ask for a run by its id alone.
  await db.schema.createIndex('spans_id_idx').on('spans').columns(['id']).execute()
}

async function createProjects(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('projects')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('description', text)
    .addColumn('extra', text, (c) => c.notNull())
    .addColumn('reference_dataset_id', key)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addPrimaryKeyConstraint('projects_pkey', ['workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('projects_workspace_id_name_key')
    .unique()
    .on('projects')
    .columns(['workspace_id', 'name'])
    .execute()
}

async function createAttachments(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('attachments')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('span_id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('mime_type', text, (c) => c.notNull())
    .addColumn('size', int, (c) => c.notNull())
    .addColumn('body', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('attachments_pkey', ['workspace_id', 'trace_id', 'span_id', 'name'])
    .execute()
  await db.schema
    .createTable('trace_shares')
    .addColumn('token', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('span_id', key, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('trace_shares_workspace_id_span_id_key')
    .unique()
    .on('trace_shares')
    .columns(['workspace_id', 'span_id'])
    .execute()
}

async function createFeedback(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('feedback')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('span_id', key)
    .addColumn('trace_id', key)
    .addColumn('project_id', key)
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('score', text)
    .addColumn('value', text)
    .addColumn('comment', text)
    .addColumn('correction', text)
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('modified_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('feedback_pkey', ['workspace_id', 'id'])
    .execute()
  for (const column of ['span_id', 'trace_id'])
    await db.schema
      .createIndex(`feedback_workspace_id_${column}_idx`)
      .on('feedback')
      .columns(['workspace_id', column])
      .execute()
}

async function createRejectedItems(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('rejected_items')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('door', key, (c) => c.notNull())
    .addColumn('item', text, (c) => c.notNull())
    .addColumn('field', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addColumn('excerpt', text, (c) => c.notNull())
    .addColumn('rejected_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('rejected_items_pkey', ['workspace_id', 'id'])
    .execute()
}
