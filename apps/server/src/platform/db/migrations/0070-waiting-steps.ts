import { type Kysely, sql } from 'kysely'

/** Whether a graph waits is asked whenever one ends: without this, of every span of its trace. */
export const waitingSteps = (db: Kysely<unknown>) =>
  db.schema
    .createIndex('spans_waiting_idx')
    .on('spans')
    .columns(['workspace_id', 'trace_id', 'parent_id'])
    .where(sql`status`, '=', sql.lit('interrupted'))
    .where(sql`node`, 'is not', null)
    .execute()
