import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull, toJson } from '../../platform/db/json.ts'
import type { CellRow } from './cells.store.ts'

/** What a cell that is to run again goes on showing where it does not come to that. */
export const formerOf = (cell: CellRow): CellRow['former'] => {
  const { status, run_id, batch_id, is_reused, result } = cell
  if ((status !== 'success' && status !== 'error') || result === null) return null
  return toJson({ status, run_id, batch_id, is_reused, result })
}

/** To those that still wait; the others are told. */
export async function giveBackFormer<T extends Pick<CellRow, 'id' | 'status' | 'former'>>(
  db: Queries,
  cells: readonly T[],
): Promise<T[]> {
  const others: T[] = []
  const given = cells.flatMap((cell) => {
    const former = cell.status === 'pending' ? fromJsonOrNull(cell.former) : null
    if (former) return [{ id: cell.id, former }]
    others.push(cell)
    return []
  })
  await atomic(
    db,
    given.map(({ id, former: { status, run_id, batch_id, is_reused, result } }) =>
      db
        .updateTable('comparison_cells')
        .set({ status, run_id, batch_id, is_reused, result, former: null, is_anew: 0 })
        .where('id', '=', id)
        .where('status', '=', 'pending'),
    ),
  )
  return others
}
