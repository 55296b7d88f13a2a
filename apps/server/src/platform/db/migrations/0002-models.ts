import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function models(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('connections')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('base_url', text, (c) => c.notNull())
    .addColumn('default_headers', text, (c) => c.notNull())
    .addColumn('timeout_ms', int)
    .addColumn('max_retries', int)
    .addColumn('concurrency', int)
    .addColumn('allow_private', int, (c) => c.notNull())
    .addColumn('is_built_in', int, (c) => c.notNull())
    .addColumn('key_ciphertext', bytes)
    .addColumn('key_hint', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addUniqueConstraint('connections_workspace_id_name_key', ['workspace_id', 'name'])
    .execute()

  await db.schema
    .createTable('model_prices')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('pattern', key, (c) => c.notNull())
    .addColumn('valid_from', int, (c) => c.notNull())
    .addColumn('input_nanos', int, (c) => c.notNull())
    .addColumn('cached_read_nanos', int)
    .addColumn('cached_write_nanos', int)
    .addColumn('output_nanos', int, (c) => c.notNull())
    .addColumn('reasoning_nanos', int)
    .addColumn('audio_nanos', int)
    .addColumn('source', text, (c) => c.notNull())
    .addUniqueConstraint('model_prices_workspace_id_pattern_valid_from_key', [
      'workspace_id',
      'pattern',
      'valid_from',
    ])
    .execute()
}
