import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const DIMENSIONS = [
  'workspace_id',
  'kind',
  'hour',
  'agent_id',
  'version',
  'project_id',
  'node',
  'subject',
  'status',
]
const SUMS = [
  'count',
  'cost_nanos',
  'unpriced',
  'usage_input',
  'usage_output',
  'usage_cached_read',
  'usage_cached_write',
  'usage_reasoning',
  'usage_audio',
  'usage_audio_input',
  'usage_audio_output',
  'usage_audio_cached',
  'usage_cached_write_1h',
  'usage_unattributed',
  'unmetered',
]
const HISTOGRAMS = ['latency', 'first_token']

/**
 * Adds the environment of traces and the time that runs waited for a human. Existing rows count as production without
 * waiting until a job has recounted them, newest first: `uncounted_traces` holds its place, and no row for a workspace
 * that is done.
 */
export async function environments(db: Kysely<unknown>, types: ColumnTypes) {
  const { key, int } = types
  await db.schema
    .alterTable('traces')
    .addColumn('environment', key, (c) => c.notNull().defaultTo('production'))
    .execute()
  for (const table of ['traces', 'runs'])
    await db.schema
      .alterTable(table)
      .addColumn('waited_micros', int, (c) => c.notNull().defaultTo(0))
      .execute()
  await db.schema.alterTable('runs').addColumn('paused_at', int).execute()
  await sql`update runs set paused_at =
    (select heard_at from traces where traces.workspace_id = runs.workspace_id and traces.id = runs.id)
    where status = 'interrupted'`.execute(db)
  await indexTraces(db)
  await rebuildRollups(db, types)
  await db.schema
    .createTable('uncounted_traces')
    .addColumn('workspace_id', key, (c) => c.primaryKey())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .execute()
  await sql`insert into uncounted_traces (workspace_id, started_at, trace_id)
    select workspace_id, max(started_at) + 1, '' from traces group by workspace_id`.execute(db)
}

/** Holds every column that lists and their counts compare, so that they read no rows. */
async function indexTraces(db: Kysely<unknown>) {
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
      'usage_input',
      'usage_output',
      'cost_nanos',
      'unpriced',
      'span_count',
      'status',
      'environment',
    ])
    .execute()
  await db.schema.dropIndex('traces_workspace_id_status_started_at_idx').execute()
  await db.schema
    .createIndex('traces_workspace_id_status_started_at_idx')
    .on('traces')
    .columns(['workspace_id', 'status', 'started_at', 'id', 'environment'])
    .execute()
}

/** The environment becomes part of the primary key. */
async function rebuildRollups(
  db: Kysely<unknown>,
  { key, int, text, clustered, engine }: ColumnTypes,
) {
  await db.schema.alterTable('rollups').renameTo('rollups_before').execute()
  let table: CreateTableBuilder<string, string> = db.schema.createTable('rollups')
  for (const name of DIMENSIONS)
    table = table.addColumn(name, name === 'hour' || name === 'version' ? int : key, (c) =>
      c.notNull(),
    )
  for (const name of SUMS) table = table.addColumn(name, int, (c) => c.notNull().defaultTo(0))
  for (const name of HISTOGRAMS) table = table.addColumn(name, text, (c) => c.notNull())
  table = table.addColumn('environment', key, (c) => c.notNull())
  await table
    .addPrimaryKeyConstraint('rollups_by_environment_pkey', [...DIMENSIONS, 'environment'])
    .modifyEnd(clustered)
    .execute()
  const columns = sql.join([...DIMENSIONS, ...SUMS, ...HISTOGRAMS].map((name) => sql.ref(name)))
  await sql`insert into rollups (environment, ${columns})
    select 'production', ${columns} from rollups_before`.execute(db)
  await db.schema.dropTable('rollups_before').execute()
  // New row versions stay in their page, as before.
  if (engine === 'postgres') await sql`alter table rollups set (fillfactor = 50)`.execute(db)
}
