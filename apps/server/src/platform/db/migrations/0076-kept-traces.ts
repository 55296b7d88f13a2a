import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Which traces somebody wants to keep, and since when each is here: of those from before, since it began. */
export async function keptTraces(db: Kysely<unknown>, { key, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('pinned_traces')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('pinned_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('pinned_traces_pkey', ['workspace_id', 'trace_id'])
    .modifyEnd(clustered)
    .execute()
  await db.schema
    .alterTable('traces')
    .addColumn('stored_at', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update traces set stored_at = started_at`.execute(db)
  await db.schema
    .createIndex('traces_workspace_id_stored_at_idx')
    .on('traces')
    .columns(['workspace_id', 'stored_at'])
    .execute()
}
