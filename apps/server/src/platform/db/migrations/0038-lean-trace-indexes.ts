import { type Kysely, sql } from 'kysely'

/** Traces of other programs have no agent and often no thread: they need no place in the indexes of these. */
export async function leanTraceIndexes(db: Kysely<unknown>) {
  for (const column of ['agent_id', 'thread_id']) {
    const name = `traces_workspace_id_${column}_started_at_idx`
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on('traces')
      .columns(['workspace_id', column, 'started_at', 'id'])
      .where(sql.ref(column), 'is not', null)
      .execute()
  }
}
