import { type Kysely, sql } from 'kysely'

/** Roots in the order they started, whichever traces they are of: programs ask for these most. */
export async function rootsByStart(db: Kysely<unknown>) {
  await db.schema
    .createIndex('spans_of_roots_started_at_idx')
    .on('spans')
    .columns(['workspace_id', 'started_at', 'id'])
    .where(sql.ref('parent_id'), 'is', null)
    .execute()
}
