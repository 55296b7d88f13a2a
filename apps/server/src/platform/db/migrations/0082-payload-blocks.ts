import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Payloads are compressed together with their neighbours in the trace; rows of `span_payloads` stay readable. */
export async function payloadBlocks(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('payload_blocks')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('body', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('payload_blocks_pkey', ['workspace_id', 'trace_id', 'id'])
    .execute()
  await db.schema.alterTable('spans').addColumn('payload_blocks', text).execute()
  await db.schema
    .alterTable('traces')
    .addColumn('payload_blocks', int, (c) => c.notNull().defaultTo(0))
    .execute()
}
