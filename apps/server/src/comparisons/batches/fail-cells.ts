import { noUsage, type RunError } from '@lathe/contract'
import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { toJson } from '../../platform/db/json.ts'
import type { CellRow } from '../runner/cells.store.ts'

/** Of cells that no model has answered: there is no run to look at. */
export async function failCells(
  db: Queries,
  cells: readonly Pick<CellRow, 'id' | 'run_id'>[],
  error: RunError,
): Promise<void> {
  const result = toJson({
    output: null,
    error,
    latencyMs: null,
    firstTokenMs: null,
    usage: noUsage,
    cost: 0,
    calls: [],
  })
  await atomic(
    db,
    cells.map(({ id, run_id: runId }) =>
      db
        .updateTable('comparison_cells')
        .set({ status: 'error', run_id: null, result, former: null })
        .where('id', '=', id)
        .where('run_id', runId === null ? 'is' : '=', runId)
        .where('status', 'in', ['pending', 'running']),
    ),
  )
}
