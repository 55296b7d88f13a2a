import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'

/** What was said of a trace is of its project, and is found by it. */
export async function feedbackProjects(db: Kysely<unknown>) {
  await fileEarlier(db)
  await db.schema
    .createIndex('feedback_workspace_id_project_id_idx')
    .on('feedback')
    .columns(['workspace_id', 'project_id', 'created_at'])
    .execute()
}

export async function fileEarlier(db: QueryExecutorProvider) {
  await sql`update feedback set project_id = (
    select traces.project_id from traces
    where traces.workspace_id = feedback.workspace_id and traces.id = feedback.trace_id
  ) where project_id is null and trace_id is not null`.execute(db)
}
