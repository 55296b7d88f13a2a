import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function comparisons(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('comparisons')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('stop_reason', text)
    .addColumn('revision', int, (c) => c.notNull())
    .addColumn('plan', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('comparisons_workspace_id_id_idx')
    .on('comparisons')
    .columns(['workspace_id', 'id'])
    .execute()

  await db.schema
    .createTable('comparison_cells')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('comparison_id', key, (c) => c.notNull())
    .addColumn('variant', key, (c) => c.notNull())
    .addColumn('case_key', key, (c) => c.notNull())
    .addColumn('repeat', int, (c) => c.notNull())
    .addColumn('fingerprint', key, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('run_id', key)
    .addColumn('is_reused', int, (c) => c.notNull())
    .addColumn('result', text)
    .execute()
  await db.schema
    .createIndex('comparison_cells_place_idx')
    .unique()
    .on('comparison_cells')
    .columns(['comparison_id', 'variant', 'case_key', 'repeat'])
    .execute()
  await db.schema
    .createIndex('comparison_cells_workspace_id_fingerprint_idx')
    .on('comparison_cells')
    .columns(['workspace_id', 'fingerprint', 'status'])
    .execute()
}
