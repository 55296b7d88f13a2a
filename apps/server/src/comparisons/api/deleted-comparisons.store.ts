import { atomic } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { now, RESTORABLE_MICROS } from '../../platform/time.ts'

/** Nothing happens to one that was not deleted, or went with its suite. */
export async function restoreComparison(
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<void> {
  const suites = db.selectFrom('suites').select('id').where('deleted_at', 'is not', null)
  await db
    .updateTable('comparisons')
    .set({ deleted_at: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('suite_id', 'is', null), eb('suite_id', 'not in', suites)]))
    .execute()
}

/** Comparisons and suites that nobody restored in time. */
export async function purgeComparisons(db: Queries): Promise<void> {
  const before = now() - RESTORABLE_MICROS
  const gone = db.selectFrom('comparisons').select('id').where('deleted_at', '<', before)
  const batches = db
    .selectFrom('comparison_batches')
    .select('id')
    .where('comparison_id', 'in', gone)
  await atomic(db, [
    db.deleteFrom('batch_requests').where('batch_id', 'in', batches),
    db.deleteFrom('comparison_batches').where('comparison_id', 'in', gone),
    db.deleteFrom('comparison_cells').where('comparison_id', 'in', gone),
    db.deleteFrom('comparison_verdicts').where('comparison_id', 'in', gone),
    db.deleteFrom('comparison_votes').where('comparison_id', 'in', gone),
    db.deleteFrom('comparisons').where('deleted_at', '<', before),
    db.deleteFrom('suites').where('deleted_at', '<', before),
  ])
}
