import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function checkpoints(
  db: Kysely<unknown>,
  { key, text, int, bytes, clustered }: ColumnTypes,
) {
  await db.schema
    .createTable('checkpoints')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('checkpoint_ns', key, (c) => c.notNull())
    .addColumn('checkpoint_id', key, (c) => c.notNull())
    .addColumn('parent_checkpoint_id', key)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('metadata', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('checkpoint', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('checkpoints_pkey', [
      'workspace_id',
      'thread_id',
      'checkpoint_ns',
      'checkpoint_id',
    ])
    .modifyEnd(clustered)
    .execute()

  await db.schema
    .createTable('checkpoint_blobs')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('checkpoint_ns', key, (c) => c.notNull())
    .addColumn('channel', key, (c) => c.notNull())
    .addColumn('version', key, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('value', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('checkpoint_blobs_pkey', [
      'workspace_id',
      'thread_id',
      'checkpoint_ns',
      'channel',
      'version',
    ])
    .modifyEnd(clustered)
    .execute()

  await db.schema
    .createTable('checkpoint_writes')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('checkpoint_ns', key, (c) => c.notNull())
    .addColumn('checkpoint_id', key, (c) => c.notNull())
    .addColumn('task_id', key, (c) => c.notNull())
    .addColumn('idx', int, (c) => c.notNull())
    .addColumn('channel', key, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('value', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('checkpoint_writes_pkey', [
      'workspace_id',
      'thread_id',
      'checkpoint_ns',
      'checkpoint_id',
      'task_id',
      'idx',
    ])
    .modifyEnd(clustered)
    .execute()
}
