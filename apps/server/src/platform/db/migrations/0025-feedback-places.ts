import { type Kysely, sql } from 'kysely'

/** Feedback that was said of a span did not learn whose it is. */
export async function feedbackPlaces(db: Kysely<unknown>) {
  await sql`update feedback set trace_id = (
    select spans.trace_id from spans
    where spans.workspace_id = feedback.workspace_id and spans.id = feedback.span_id limit 1
  ) where trace_id is null and span_id is not null`.execute(db)
}
