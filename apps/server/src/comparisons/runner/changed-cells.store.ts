import { sql } from 'kysely'
import { isEmbedded } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { CellRow } from './cells.store.ts'

/** Not greater than the number of any change that whoever reads after this does not see. */
export async function nextChange(db: Queries, comparisonId: string): Promise<number> {
  if (!isEmbedded(db)) {
    // Others may end later what they began before.
    const { rows } = await sql<{ next: number }>`
      select txid_snapshot_xmin(txid_current_snapshot()) as next`.execute(db)
    return rows[0]?.next ?? 0
  }
  const newest = await db
    .selectFrom('comparison_cells')
    .select(({ fn }) => fn.max('changed').as('changed'))
    .where('comparison_id', '=', comparisonId)
    .executeTakeFirst()
  return (newest?.changed ?? 0) + 1
}

export type ChangedCell = Pick<CellRow, 'id' | 'case_key'>

export const listChanged = (
  db: Queries,
  comparisonId: string,
  since: number,
): Promise<ChangedCell[]> =>
  db
    .selectFrom('comparison_cells')
    .select(['id', 'case_key'])
    .where('comparison_id', '=', comparisonId)
    .where('changed', '>=', since)
    .execute()

/** What waits for a batch says nothing meanwhile. */
export const listRunningCells = (
  db: Queries,
  comparisonId: string,
  { alsoInBatches }: { alsoInBatches: boolean },
): Promise<ChangedCell[]> =>
  db
    .selectFrom('comparison_cells')
    .select(['id', 'case_key'])
    .where('comparison_id', '=', comparisonId)
    // As it is written in the index, which knows no parameters.
    .where('status', '=', sql.lit('running'))
    .$if(!alsoInBatches, (query) => query.where('batch_id', 'is', null))
    .execute()
