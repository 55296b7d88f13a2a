import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function replayBatches(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('replay_batches')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('settings', text, (c) => c.notNull())
    .addColumn('trace_ids', text, (c) => c.notNull())
    .addColumn('skipped', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  await db.schema.alterTable('replays').addColumn('batch_id', key).execute()
  await db.schema
    .createIndex('replays_batch_id_trace_id_idx')
    .on('replays')
    .columns(['batch_id', 'trace_id'])
    .execute()
}
