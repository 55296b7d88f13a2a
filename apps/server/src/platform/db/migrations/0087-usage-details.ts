import type { Kysely } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

const COUNTS = ['usage_cached_write_1h', 'usage_unattributed']

/** Cache writes for an hour, tokens that no part accounts for, and calls without token counts. All are 0 or null in older rows. */
export async function usageDetails(db: Kysely<unknown>, { int }: ColumnTypes) {
  for (const count of COUNTS) await db.schema.alterTable('spans').addColumn(count, int).execute()
  for (const sums of ['traces', 'rollups'])
    for (const count of [...COUNTS, 'unmetered'])
      await db.schema
        .alterTable(sums)
        .addColumn(count, int, (added) => added.notNull().defaultTo(0))
        .execute()
}
