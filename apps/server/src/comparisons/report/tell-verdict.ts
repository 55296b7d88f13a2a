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

/**
 * Returns the cached verdict, or computes and caches it. Null without an evaluator or while the
 * comparison runs.
 */
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

/**
 * Caches the verdict after the comparison ends, for lists. Stops when aborted: a list computes it
 * later.
 */
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

/** Limits how many verdicts a list request computes. The next request computes more. */
const MOST_AT_ONCE = 10

/** Caches verdicts that are missing or outdated because evaluators or judgements changed. */
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
