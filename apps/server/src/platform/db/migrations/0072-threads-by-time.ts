import { type Kysely, sql } from 'kysely'

/** The newest traces that belong to threads: found without reading all those that are in none. */
export async function threadsByTime(db: Kysely<unknown>) {
  await db.schema
    .createIndex('traces_of_threads_started_at_idx')
    .on('traces')
    .columns(['workspace_id', 'started_at', 'id'])
    .where(sql.ref('thread_id'), 'is not', null)
    .execute()
}
