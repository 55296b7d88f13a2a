import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What is sent on to LangSmith, and what waits for it. */
export async function forwarding(db: Kysely<unknown>, types: ColumnTypes) {
  const { key, text, int, bytes } = types
  await db.schema
    .createTable('forwardings')
    .addColumn('workspace_id', key, (c) => c.notNull().primaryKey())
    .addColumn('is_on', int, (c) => c.notNull())
    .addColumn('env_on', int, (c) => c.notNull())
    .addColumn('endpoint', text, (c) => c.notNull())
    .addColumn('project', text, (c) => c.notNull())
    .addColumn('agents', text)
    .addColumn('sends_external', int, (c) => c.notNull())
    .addColumn('redaction', text, (c) => c.notNull())
    .addColumn('key_ciphertext', bytes)
    .addColumn('key_hint', text)
    .addColumn('sent_traces', int, (c) => c.notNull())
    .addColumn('sent_spans', int, (c) => c.notNull())
    .addColumn('dropped', int, (c) => c.notNull())
    .addColumn('last_sent_at', int)
    .addColumn('last_error', text)
    .addColumn('last_error_at', int)
    .execute()
  await createOutbox(db, types)
}

async function createOutbox(db: Kysely<unknown>, { key, int }: ColumnTypes) {
  await db.schema
    .createTable('forwarding_outbox')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('queued_at', int, (c) => c.notNull())
    .addColumn('revision', int, (c) => c.notNull())
    .addColumn('attempts', int, (c) => c.notNull())
    .addColumn('due_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('forwarding_outbox_pkey', ['workspace_id', 'trace_id'])
    .execute()
  await db.schema
    .createIndex('forwarding_outbox_workspace_id_queued_at_idx')
    .on('forwarding_outbox')
    .columns(['workspace_id', 'queued_at'])
    .execute()
}
