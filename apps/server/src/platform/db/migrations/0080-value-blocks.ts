import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Adds deduplicated blocks for large values of checkpoints and events. Existing rows keep their inline values. */
export async function valueBlocks(
  db: Kysely<unknown>,
  { key, text, bytes, clustered }: ColumnTypes,
) {
  await db.schema
    .createTable('value_blocks')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('data', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('value_blocks_pkey', ['workspace_id', 'thread_id', 'hash'])
    .modifyEnd(clustered)
    .execute()
  for (const table of ['checkpoint_blobs', 'checkpoint_writes', 'run_events'])
    await db.schema.alterTable(table).addColumn('blocks', text).execute()
  await db.schema.alterTable('run_events').addColumn('refs', text).execute()
}
