import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function comparisonVerdicts(
  db: Kysely<unknown>,
  { key, text, int, vector }: ColumnTypes,
) {
  await db.schema
    .createTable('comparison_verdicts')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('comparison_id', key, (c) => c.notNull())
    .addColumn('run_id', key, (c) => c.notNull())
    .addColumn('against_run_id', key, (c) => c.notNull())
    .addColumn('fingerprint', key, (c) => c.notNull())
    .addColumn('version', key, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('asked', text, (c) => c.notNull())
    .addColumn('evaluation', text)
    .addColumn('usage', text, (c) => c.notNull())
    .addColumn('cost_nanos', int)
    .addColumn('is_reused', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  const place = ['run_id', 'against_run_id', 'fingerprint']
  await db.schema
    .createIndex('comparison_verdicts_place_idx')
    .unique()
    .on('comparison_verdicts')
    .columns(['comparison_id', ...place])
    .execute()
  await db.schema
    .createIndex('comparison_verdicts_workspace_id_run_id_idx')
    .on('comparison_verdicts')
    .columns(['workspace_id', ...place])
    .execute()

  await db.schema
    .createTable('comparison_votes')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('comparison_id', key, (c) => c.notNull())
    .addColumn('first_run_id', key, (c) => c.notNull())
    .addColumn('second_run_id', key, (c) => c.notNull())
    .addColumn('winner', key, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('comparison_votes_pair_idx')
    .unique()
    .on('comparison_votes')
    .columns(['comparison_id', 'first_run_id', 'second_run_id'])
    .execute()

  await db.schema
    .createTable('embedded_texts')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('vector', vector, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('embedded_texts_pk', ['workspace_id', 'key'])
    .execute()
}
