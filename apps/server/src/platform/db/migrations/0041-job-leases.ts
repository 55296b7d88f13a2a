import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export async function jobLeases(db: Kysely<unknown>, { key, int, clustered }: ColumnTypes) {
  await db.schema
    .createTable('job_leases')
    .addColumn('kind', key, (c) => c.notNull())
    .addColumn('id', key, (c) => c.notNull())
    .addColumn('owner', key, (c) => c.notNull())
    .addColumn('lease_until', int, (c) => c.notNull())
    .addPrimaryKeyConstraint('job_leases_pkey', ['kind', 'id'])
    .modifyEnd(clustered)
    .execute()
}
