import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function langgraph(db: Kysely<unknown>, { key, text, int, clustered }: ColumnTypes) {
  await queues(db, int)
  await db.schema
    .createTable('store_items')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('namespace', key, (c) => c.notNull())
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('ttl', int)
    .addColumn('expires_at', int)
    .addPrimaryKeyConstraint('store_items_pkey', ['workspace_id', 'namespace', 'key'])
    .modifyEnd(clustered)
    .execute()
}

/** Runs may wait for their thread: of those that do not, one at a time is live as before. */
async function queues(db: Kysely<unknown>, int: ColumnTypes['int']) {
  await db.schema
    .alterTable('runs')
    .addColumn('waits', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('runs_thread_id_live_idx').execute()
  await db.schema
    .createIndex('runs_thread_id_live_idx')
    .unique()
    .on('runs')
    .columns(['thread_id'])
    .where(sql`status`, 'in', sql`('pending', 'running', 'interrupted')`)
    .where(sql`waits`, '=', sql.lit(0))
    .execute()
  await db.schema
    .createIndex('runs_thread_id_waiting_idx')
    .on('runs')
    .columns(['thread_id', 'id'])
    .where(sql`waits`, '=', sql.lit(1))
    .execute()
}
