import { type Kysely, sql } from 'kysely'

/** The newest traces of a project's threads: found without reading all those of it that are in none. */
export async function projectThreads(db: Kysely<unknown>) {
  await db.schema
    .createIndex('traces_of_threads_project_id_started_at_idx')
    .on('traces')
    .columns(['workspace_id', 'project_id', 'started_at', 'id'])
    .where(sql.ref('thread_id'), 'is not', null)
    .execute()
}
