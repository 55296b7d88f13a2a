import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/**
 * Traces from before are found by their metadata once a job has read it, newest first: this says from where on it is
 * still to be read, and a workspace that is done has no row.
 */
export async function metadataLabels(db: Kysely<unknown>, { key, int }: ColumnTypes) {
  await db.schema
    .createTable('unread_metadata')
    .addColumn('workspace_id', key, (c) => c.primaryKey())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .execute()
  await sql`insert into unread_metadata (workspace_id, started_at, trace_id)
    select workspace_id, max(started_at) + 1, '' from traces group by workspace_id`.execute(db)
}
