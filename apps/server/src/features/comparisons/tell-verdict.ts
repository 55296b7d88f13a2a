import type { Queries } from '../../db/db.ts'
import type { KeptVerdict } from '../../db/tables/comparisons.ts'
import {
  type ComparisonRow,
  findComparison,
  keepVerdict,
  keptVerdict,
} from './comparisons.store.ts'
import { toDetail } from './detail.ts'
import { chosenYardstick, toVerdict } from './verdict.ts'

/** What is kept, or else worked out and kept; null where nothing judges or it is still running. */
export async function tellVerdict(db: Queries, row: ComparisonRow): Promise<KeptVerdict | null> {
  const kept = keptVerdict(row)
  if (kept || row.status === 'running' || row.status === 'draft') return kept
  const detail = await toDetail(db, row)
  const { yardstick } = chosenYardstick(detail.plan, undefined)
  if (!yardstick) return null
  const { variants } = await toVerdict(detail, yardstick)
  const told = { at: row.updated_at, variants: variants.map(({ cases: _cases, ...rest }) => rest) }
  await keepVerdict(db, row.id, told)
  return told
}

/** Once it has ended, so that lists can say how it came out. */
export async function tellEnded(db: Queries, workspaceId: string, id: string): Promise<void> {
  const row = await findComparison(db, workspaceId, id)
  if (row) await tellVerdict(db, row)
}
