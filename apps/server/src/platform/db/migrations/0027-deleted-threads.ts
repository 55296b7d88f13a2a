import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Threads that can still be restored. Their checkpoints stay until they are purged. */
export async function deletedThreads(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('deleted_threads')
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('metadata', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_threads_pkey', ['workspace_id', 'id'])
    .execute()
}
