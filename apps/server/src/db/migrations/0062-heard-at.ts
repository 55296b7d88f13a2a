import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** When a trace was last heard of: of those that are open it is asked. */
export async function heardAt(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('traces')
    .addColumn('heard_at', int, (added) => added.notNull().defaultTo(0))
    .execute()
  await sql`update traces set heard_at = coalesce(ended_at, started_at)`.execute(db)
  await sql`
    update traces set heard_at = heard.at
    from (
      select workspace_id, trace_id, max(coalesce(ended_at, first_token_at, started_at)) as at
      from spans group by workspace_id, trace_id
    ) as heard
    where traces.ended_at is null
      and heard.workspace_id = traces.workspace_id and heard.trace_id = traces.id
  `.execute(db)
}
