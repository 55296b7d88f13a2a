import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** When a trace was last heard of: of those that are open it is asked. */
export async function heardAt(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('traces')
    .addColumn('heard_at', int, (added) => added.notNull().defaultTo(0))
    .execute()
  await sql`update traces set heard_at = coalesce(ended_at, started_at)`.execute(db)
  await sql`update traces set heard_at = coalesce((
    select max(coalesce(ended_at, first_token_at, started_at)) from spans
    where spans.workspace_id = traces.workspace_id and spans.trace_id = traces.id
  ), started_at) where ended_at is null`.execute(db)
}
