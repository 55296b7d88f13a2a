import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Cells that a provider's batch endpoint answers. */
export async function comparisonBatches(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema.alterTable('comparison_cells').addColumn('batch_id', key).execute()
  await db.schema
    .createTable('comparison_batches')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('comparison_id', key, (c) => c.notNull())
    .addColumn('connection', text, (c) => c.notNull())
    .addColumn('model', text, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('requests', int, (c) => c.notNull())
    .addColumn('state', text)
    .addColumn('error', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .execute()
  await db.schema
    .createIndex('comparison_batches_comparison_id_idx')
    .on('comparison_batches')
    .column('comparison_id')
    .execute()
  await db.schema
    .createTable('batch_requests')
    .addColumn('run_id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('batch_id', key, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('answer', text)
    .execute()
  await db.schema
    .createIndex('batch_requests_batch_id_idx')
    .on('batch_requests')
    .column('batch_id')
    .execute()
}
