import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'
import { addUsageColumns } from './usage-columns.ts'

const dimensions = [
  'workspace_id',
  'kind',
  'hour',
  'agent_id',
  'version',
  'node',
  'subject',
  'status',
]
const sums = [
  'count',
  'cost_nanos',
  'unpriced',
  'latency',
  'first_token',
  'usage_input',
  'usage_output',
  'usage_cached_read',
  'usage_cached_write',
  'usage_reasoning',
  'usage_audio',
]

/** Other programs' traces have no agent: what they are charted by is their project. */
export async function rollupProjects(db: Kysely<unknown>, types: ColumnTypes) {
  await db.schema.alterTable('rollups').renameTo('rollups_before').execute()
  await createRollups(db, types)
  const columns = sql.join([...dimensions, ...sums].map((name) => sql.ref(name)))
  await sql`insert into rollups (project_id, ${columns})
    select '', ${columns} from rollups_before`.execute(db)
  await db.schema.dropTable('rollups_before').execute()
  await db.schema
    .createIndex('feedback_workspace_id_created_at_idx')
    .on('feedback')
    .columns(['workspace_id', 'created_at'])
    .execute()
}

async function createRollups(db: Kysely<unknown>, { key, int, text, clustered }: ColumnTypes) {
  const rollups = db.schema
    .createTable('rollups')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('kind', key, (c) => c.notNull())
    .addColumn('hour', int, (c) => c.notNull())
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('version', int, (c) => c.notNull())
    .addColumn('project_id', key, (c) => c.notNull())
    .addColumn('node', key, (c) => c.notNull())
    .addColumn('subject', key, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('count', int, (c) => c.notNull())
    .addColumn('cost_nanos', int, (c) => c.notNull())
    .addColumn('unpriced', int, (c) => c.notNull())
    .addColumn('latency', text, (c) => c.notNull())
    .addColumn('first_token', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('rollups_by_project_pkey', [
      'workspace_id',
      'kind',
      'hour',
      'agent_id',
      'version',
      'project_id',
      'node',
      'subject',
      'status',
    ])
    .modifyEnd(clustered)
  await addUsageColumns(rollups, int, (c) => c.notNull()).execute()
}
