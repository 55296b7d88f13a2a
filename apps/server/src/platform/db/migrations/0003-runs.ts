import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function runs(db: Kysely<unknown>, { key, text, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('threads')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('metadata', text, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('threads_workspace_id_updated_at_idx')
    .on('threads')
    .columns(['workspace_id', 'updated_at'])
    .execute()
  await db.schema
    .createIndex('threads_workspace_id_agent_id_updated_at_idx')
    .on('threads')
    .columns(['workspace_id', 'agent_id', 'updated_at'])
    .execute()

  await db.schema
    .createTable('runs')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull().references('workspaces.id'))
    .addColumn('agent_id', key, (c) => c.notNull())
    .addColumn('thread_id', key, (c) => c.notNull())
    .addColumn('version', int)
    .addColumn('graph_hash', text, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('attempt', int, (c) => c.notNull())
    .addColumn('source', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('interrupts', text, (c) => c.notNull())
    .addColumn('usage', text, (c) => c.notNull())
    .addColumn('cost_nanos', int)
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('started_at', int)
    .addColumn('ended_at', int)
    .addColumn('first_token_at', int)
    .addColumn('lease_owner', text)
    .addColumn('lease_until', int)
    .addColumn('seq_reserved', int, (c) => c.notNull())
    .addColumn('deadline_at', int)
    .addColumn('seed', int, (c) => c.notNull())
    .addColumn('answers', text)
    .addColumn('budget', text, (c) => c.notNull())
    .addColumn('metadata', text, (c) => c.notNull())
    .addColumn('input', text, (c) => c.notNull())
    .addColumn('output', text)
    .execute()
  await indexRuns(db)

  await db.schema
    .createTable('run_events')
    .addColumn('run_id', key, (c) => c.notNull())
    .addColumn('first_seq', int, (c) => c.notNull())
    .addColumn('last_seq', int, (c) => c.notNull())
    .addColumn('events', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('run_events_pkey', ['run_id', 'first_seq'])
    .modifyEnd(clustered)
    .execute()
}

async function indexRuns(db: Kysely<unknown>) {
  for (const column of ['agent_id', 'thread_id', 'status'])
    await db.schema
      .createIndex(`runs_workspace_id_${column}_id_idx`)
      .on('runs')
      .columns(['workspace_id', column, 'id'])
      .execute()
  await db.schema
    .createIndex('runs_workspace_id_id_idx')
    .on('runs')
    .columns(['workspace_id', 'id'])
    .execute()
  // Two runs of one thread never write the same checkpoints.
  await db.schema
    .createIndex('runs_thread_id_live_idx')
    .unique()
    .on('runs')
    .columns(['thread_id'])
    .where(sql`status`, 'in', sql`('pending', 'running', 'interrupted')`)
    .execute()
  await db.schema
    .createIndex('runs_claimable_idx')
    .on('runs')
    .columns(['status', 'id'])
    .where(sql`status`, 'in', sql`('pending', 'running')`)
    .execute()
  await db.schema
    .createIndex('runs_deadline_at_idx')
    .on('runs')
    .columns(['deadline_at'])
    .where('deadline_at', 'is not', null)
    .execute()
}
