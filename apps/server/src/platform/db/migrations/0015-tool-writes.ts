import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function toolWrites(db: Kysely<unknown>, { key, text, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('tool_writes')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('task_id', key, (c) => c.notNull())
    .addColumn('call_id', key, (c) => c.notNull())
    .addColumn('run_id', key, (c) => c.notNull())
    .addColumn('tool', text, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('begun', int, (c) => c.notNull())
    .addColumn('attempt', int, (c) => c.notNull())
    .addColumn('result', text)
    .addColumn('error', text)
    .addColumn('begun_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addPrimaryKeyConstraint('tool_writes_pkey', [
      'workspace_id',
      'thread_id',
      'task_id',
      'call_id',
    ])
    .modifyEnd(clustered)
    .execute()
  await db.schema.alterTable('agents').addColumn('concurrency', int).execute()
}
