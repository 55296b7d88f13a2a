import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Adds how long a run waited for a human before its first token; the index keeps all columns that filters compare. */
export async function waitsBeforeTokens(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema
    .alterTable('traces')
    .addColumn('waited_before_token_micros', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema.dropIndex('traces_workspace_id_started_at_idx').execute()
  await db.schema
    .createIndex('traces_workspace_id_started_at_idx')
    .on('traces')
    .columns([
      'workspace_id',
      'started_at',
      'id',
      'ended_at',
      'waited_micros',
      'first_token_at',
      'waited_before_token_micros',
      'usage_input',
      'usage_output',
      'cost_nanos',
      'unpriced',
      'span_count',
      'status',
      'environment',
    ])
    .execute()
}
