import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** When retention deleted a trace; null where somebody did. */
export async function expiredTraces(db: Kysely<unknown>, { int }: ColumnTypes) {
  await db.schema.alterTable('deleted_traces').addColumn('expired_at', int).execute()
  await db.schema
    .createIndex('deleted_traces_expired_at_idx')
    .on('deleted_traces')
    .columns(['workspace_id', 'expired_at'])
    .where('expired_at' as never, 'is not', null)
    .execute()
}
