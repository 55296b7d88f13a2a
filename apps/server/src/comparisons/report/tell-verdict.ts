import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { KeptVerdict } from '../../platform/db/tables/comparisons.ts'
import {
  type ComparisonRow,
  findComparison,
  keepVerdict,
  keptVerdict,
  VERDICT_RULES,
} from '../api/comparisons.store.ts'
import { toDetail } from '../api/detail.ts'
import { chosenYardstick, toVerdict } from './verdict.ts'

/** What is kept, or else worked out and kept; null where nothing judges or it is still running. */
export async function tellVerdict(
  db: Queries,
  row: ComparisonRow,
  signal?: AbortSignal,
): Promise<KeptVerdict | null> {
  const kept = keptVerdict(row)
  if (kept || row.status === 'running' || row.status === 'draft') return kept
  const { yardstick } = chosenYardstick(fromJson(row.plan), undefined)
  if (!yardstick) return null
  const { variants } = await toVerdict(await toDetail(db, row), yardstick, signal)
  const told = {
    at: row.updated_at,
    rules: VERDICT_RULES,
    variants: variants.map(({ cases: _cases, ...rest }) => rest),
  }
  await keepVerdict(db, row.id, told)
  return told
}

/** Once it has ended, so that lists can say how it came out; whoever is told to leave, leaves it to them. */
export async function tellEnded(
  db: Queries,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const row = await findComparison(db, workspaceId, id)
  try {
    if (row) await tellVerdict(db, row, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** A list is not kept waiting for more than these; the next one has more. */
const MOST_AT_ONCE = 10

/** Those whose checks or judgements have changed since they were told of. */
export async function tellMissing(
  db: Queries,
  rows: ComparisonRow[],
  signal?: AbortSignal,
): Promise<ComparisonRow[]> {
  const missing = rows.filter((row) => row.status !== 'draft' && keptVerdict(row) === null)
  const told = new Map<string, ComparisonRow>()
  for (const row of missing.slice(0, MOST_AT_ONCE)) {
    const verdict = await tellVerdict(db, row, signal)
    if (verdict) told.set(row.id, { ...row, verdict: toJson(verdict) })
  }
  return rows.map((row) => told.get(row.id) ?? row)
}
