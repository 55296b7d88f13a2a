import { type Kysely, sql } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Rules over traces, when they fired, and whom that has to be told. */
export async function alerts(db: Kysely<unknown>, types: ColumnTypes) {
  await createAlerts(db, types)
  await createFirings(db, types)
  await createDeliveries(db, types)
  await db.schema
    .createIndex('traces_workspace_id_ended_at_idx')
    .on('traces')
    .columns(['workspace_id', 'ended_at'])
    .where(sql.ref('ended_at'), 'is not', null)
    .execute()
}

const real = sql`double precision`

async function createAlerts(db: Kysely<unknown>, { key, text, int, bytes }: ColumnTypes) {
  await db.schema
    .createTable('alerts')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('rule', text, (c) => c.notNull())
    .addColumn('webhook_url', text)
    .addColumn('secret', bytes)
    .addColumn('is_muted', int, (c) => c.notNull())
    .addColumn('created_at', int, (c) => c.notNull())
    .addColumn('updated_at', int, (c) => c.notNull())
    .addColumn('deleted_at', int)
    .addColumn('state', key, (c) => c.notNull())
    .addColumn('calm', int, (c) => c.notNull())
    .addColumn('value', real)
    .addColumn('count', int)
    .addColumn('looked_at', int)
    .addColumn('problem', text)
    .addColumn('recent', text, (c) => c.notNull())
    .addColumn('due_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('alerts_pkey', ['workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('alerts_due_at_idx')
    .on('alerts')
    .column('due_at')
    .where(sql.ref('deleted_at'), 'is', null)
    .execute()
}

async function createFirings(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('alert_firings')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('alert_id', key, (c) => c.notNull())
    .addColumn('rule', text, (c) => c.notNull())
    .addColumn('started_at', int, (c) => c.notNull())
    .addColumn('ended_at', int)
    .addColumn('value', real, (c) => c.notNull())
    .addColumn('worst', real, (c) => c.notNull())
    .addColumn('end_value', real)
    .addColumn('count', int, (c) => c.notNull())
    .addColumn('first_at', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('alert_firings_pkey', ['workspace_id', 'id'])
    .execute()
  await db.schema
    .createIndex('alert_firings_alert_id_idx')
    .on('alert_firings')
    .columns(['alert_id', 'id'])
    .execute()
  await db.schema
    .createIndex('alert_firings_open_idx')
    .on('alert_firings')
    .column('alert_id')
    .unique()
    .where(sql.ref('ended_at'), 'is', null)
    .execute()
}

async function createDeliveries(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('alert_deliveries')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('alert_id', key, (c) => c.notNull())
    .addColumn('firing_id', key, (c) => c.notNull())
    .addColumn('event', key, (c) => c.notNull())
    .addColumn('body', text, (c) => c.notNull())
    .addColumn('status', key, (c) => c.notNull())
    .addColumn('attempts', int, (c) => c.notNull())
    .addColumn('error', text)
    .addColumn('queued_at', int, (c) => c.notNull())
    .addColumn('due_at', int, (c) => c.notNull())
    .addColumn('sent_at', int)
    .addPrimaryKeyConstraint('alert_deliveries_pkey', ['firing_id', 'event'])
    .execute()
  await db.schema
    .createIndex('alert_deliveries_waiting_idx')
    .on('alert_deliveries')
    .columns(['due_at'])
    .where(sql.ref('status'), '=', 'waiting')
    .execute()
  await db.schema
    .createIndex('alert_deliveries_alert_id_idx')
    .on('alert_deliveries')
    .columns(['alert_id', 'id'])
    .execute()
}
