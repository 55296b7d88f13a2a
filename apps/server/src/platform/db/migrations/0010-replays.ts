import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function replays(db: Kysely<unknown>, { key, text, int }: ColumnTypes) {
  await db.schema
    .createTable('replays')
    .addColumn('id', key, (c) => c.notNull().primaryKey())
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('trace_id', key, (c) => c.notNull())
    .addColumn('settings', text, (c) => c.notNull())
    .addColumn('verdict', key)
    .addColumn('report', text)
    .addColumn('created_at', int, (c) => c.notNull())
    .execute()
  for (const column of ['trace_id', 'verdict'])
    await db.schema
      .createIndex(`replays_workspace_id_${column}_id_idx`)
      .on('replays')
      .columns(['workspace_id', column, 'id'])
      .execute()
}
