import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

/** Traces that are counted in the rollups and no longer stored. */
export async function deletedTraces(db: Kysely<unknown>, { key, clustered }: ColumnTypes) {
  await db.schema
    .createTable('deleted_traces')
    .addColumn('workspace_id', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addPrimaryKeyConstraint('deleted_traces_pkey', ['workspace_id', 'id'])
    .modifyEnd(clustered)
    .execute()
}
