import type { Kysely } from 'kysely'

/** A span's id is its own within its trace only: a link made for one trace was given to whoever shared another. */
export async function sharesOfTraces(db: Kysely<unknown>) {
  await db.schema.dropIndex('trace_shares_workspace_id_span_id_key').execute()
  await db.schema
    .createIndex('trace_shares_workspace_id_trace_id_span_id_key')
    .unique()
    .on('trace_shares')
    .columns(['workspace_id', 'trace_id', 'span_id'])
    .execute()
  await db.schema
    .createIndex('trace_shares_span_id_idx')
    .on('trace_shares')
    .column('span_id')
    .execute()
}
