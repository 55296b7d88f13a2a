import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { addUsageColumns } from './usage-columns.ts'

export async function traces(db: Kysely<unknown>, types: ColumnTypes) {
  await createTraces(db, types)
  await createSpans(db, types)
  await createPayloads(db, types)
}

async function createTraces(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  const table = db.schema
    .createTable('traces')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('root_id', key)
    .addColumn('run_id', key)
    .addColumn('agent_id', key)
    .addColumn('version', int)
    .addColumn('thread_id', key)
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addColumn('first_token_at', int)
    .addColumn('span_count', int, (c) => c.notNull())
    .addColumn('cost_nanos', int, (c) => c.notNull())
    .addColumn('unpriced', int, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('tags', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('traces_pkey', ['workspace_id', 'id'])
  await addUsageColumns(table, int, (c) => c.notNull()).execute()

  await db.schema
    .createIndex('traces_workspace_id_started_at_idx')
    .on('traces')
    .columns(['workspace_id', 'started_at', 'id'])
    .execute()
  for (const column of ['status', 'agent_id', 'thread_id'])
    await db.schema
      .createIndex(`traces_workspace_id_${column}_started_at_idx`)
      .on('traces')
      .columns(['workspace_id', column, 'started_at', 'id'])
      .execute()
}

async function createSpans(db: Kysely<unknown>, { key, text, int, clustered }: ColumnTypes) {
  const table = db.schema
    .createTable('spans')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('parent_id', key)
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('node', text)
    .addColumn('superstep', int)
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addColumn('first_token_at', int)
    .addColumn('model', text)
    .addColumn('provider', text)
    .addColumn('cost_nanos', int)
    .addColumn('cost_input_nanos', int)
    .addColumn('cost_output_nanos', int)
    .addColumn('price_id', text)
    .addColumn('error', text)
    .addColumn('tags', text, (c) => c.notNull())
    .addColumn('payload_bytes', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('spans_pkey', ['workspace_id', 'trace_id', 'id'])
    .modifyEnd(clustered)
  await addUsageColumns(table, int).execute()

  await db.schema
    .createTable('span_tags')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('tag', key, (c) => c.notNull())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('span_id', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('span_tags_pkey', ['workspace_id', 'trace_id', 'span_id', 'tag'])
    .modifyEnd(clustered)
    .execute()
  await db.schema
    .createIndex('span_tags_workspace_id_tag_started_at_idx')
    .on('span_tags')
    .columns(['workspace_id', 'tag', 'started_at'])
    .execute()
}

async function createPayloads(
  db: Kysely<unknown>,
  { key, text, int, bytes, clustered }: ColumnTypes,
) {
  await db.schema
    .createTable('span_payloads')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('span_id', key, (c) => c.notNull())
    .addColumn('inputs', bytes)
    .addColumn('outputs', bytes)
    .addColumn('events', bytes)
    .addColumn('metadata', bytes)
    .addPrimaryKeyConstraint('span_payloads_pkey', ['workspace_id', 'trace_id', 'span_id'])
    .execute()

  await db.schema
    .createTable('exchanges')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('span_id', key)
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('address', text, (c) => c.notNull())
    .addColumn('body', bytes, (c) => c.notNull())
    .addPrimaryKeyConstraint('exchanges_pkey', ['workspace_id', 'trace_id', 'id'])
    .execute()

  const rollups = db.schema
    .createTable('rollups')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('kind', key, (c) => c.notNull())
    .addColumn('hour', int, (c) => c.notNull())
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('node', key, (c) => c.notNull())
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('count', int, (c) => c.notNull())
    .addColumn('cost_nanos', int, (c) => c.notNull())
    .addColumn('unpriced', int, (c) => c.notNull())
    .addColumn('latency', text, (c) => c.notNull())
    .addColumn('first_token', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollups_pkey', [
      'workspace_id',
      'kind',
      'hour',
      'agent_id',
      'version',
      'node',
      'subject',
      'status',
    ])
    .modifyEnd(clustered)
  await addUsageColumns(rollups, int, (c) => c.notNull()).execute()
}
