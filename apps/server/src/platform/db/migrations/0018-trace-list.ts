import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** What the list of traces is filtered, sorted and tagged by. */
export async function traceList(db: Kysely<unknown>, types: ColumnTypes) {
  await extendTraces(db, types)
  await createLabels(db, types)
  await fillLabels(db, types)
  await db.schema.dropTable('span_tags').execute()
  await createSavedViews(db, types)
}

async function extendTraces(db: Kysely<unknown>, { int, text }: ColumnTypes) {
  await db.schema
    .alterTable('traces')
    .addColumn('own_tags', text, (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema
    .alterTable('traces')
    .addColumn('bytes', int, (c) => c.notNull().defaultTo(0))
    .execute()
  await sql`update traces set bytes = coalesce((
    select sum(payload_bytes) from spans
    where spans.workspace_id = traces.workspace_id and spans.trace_id = traces.id
  ), 0)`.execute(db)
  // Holds what numbers are compared in, so that looking for a rare one reads no rows.
  await db.schema.dropIndex('traces_workspace_id_started_at_idx').execute()
  await db.schema
    .createIndex('traces_workspace_id_started_at_idx')
    .on('traces')
    .columns([
      'workspace_id',
      'started_at',
      'id',
      'ended_at',
      'first_token_at',
      'usage_input',
      'usage_output',
      'cost_nanos',
      'unpriced',
      'span_count',
      'status',
    ])
    .execute()
}

async function createLabels(db: Kysely<unknown>, { key, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('trace_labels')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('value', key, (c) => c.notNull())
    .addColumn('started_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('trace_labels_pkey', ['workspace_id', 'trace_id', 'key', 'value'])
    .modifyEnd(clustered)
    .execute()
  await db.schema
    .createIndex('trace_labels_workspace_id_key_value_started_at_idx')
    .on('trace_labels')
    .columns(['workspace_id', 'key', 'value', 'started_at', 'trace_id'])
    .execute()
}

async function fillLabels(db: Kysely<unknown>, { engine }: ColumnTypes) {
  const code = engine === 'sqlite' ? sql`s.error ->> 'code'` : sql`s.error::json ->> 'code'`
  const labels = [
    { key: 'model', value: sql`s.model`, when: sql`s.model is not null` },
    { key: 'tool', value: sql`s.name`, when: sql`s.kind = 'tool'` },
    { key: 'error', value: code, when: sql`s.error is not null` },
    { key: 'name', value: sql`s.name`, when: sql`s.parent_id is null` },
  ]
  for (const { key, value, when } of labels)
    await sql`insert into trace_labels (workspace_id, trace_id, key, value, started_at)
      select distinct s.workspace_id, s.trace_id, ${sql.lit(key)}, substr(${value}, 1, 200), t.started_at
      from spans s join traces t on t.workspace_id = s.workspace_id and t.id = s.trace_id
      where ${when}`.execute(db)
  await sql`insert into trace_labels (workspace_id, trace_id, key, value, started_at)
    select distinct s.workspace_id, s.trace_id, 'tag', substr(s.tag, 1, 200), t.started_at
    from span_tags s join traces t on t.workspace_id = s.workspace_id and t.id = s.trace_id`.execute(
    db,
  )
}

async function createSavedViews(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('saved_views')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('filter', text, (c) => c.notNull())
    .addColumn('range', key)
    .addColumn('columns', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_views_pkey', ['workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('saved_views_workspace_id_name_key')
    .unique()
    .on('saved_views')
    .columns(['workspace_id', 'name'])
    .execute()
}
