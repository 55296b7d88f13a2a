import type { ComparisonDetail, ComparisonVerdict } from '@lathe/contract'
import { caveats, findPrimaryMetric, type Metric } from '@lathe/verdicts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, toJson } from '../../platform/db/json.ts'
import type { KeptVerdict } from '../../platform/db/tables/comparisons.ts'
import {
  cachedVerdict,
  cacheVerdict,
  type ComparisonRow,
  findComparison,
  VERDICT_RULES,
} from '../api/comparisons.store.ts'
import { toDetail } from './comparison-detail.ts'
import { concludeInWorker } from './verdict-worker.ts'

export async function computeVerdict(
  { status, cells, plan, grid }: ComparisonDetail,
  metric: Metric,
  signal?: AbortSignal,
): Promise<ComparisonVerdict> {
  const variants = await concludeInWorker({ plan, grid, metric }, signal)
  const caveat = caveats(plan, grid).join(' ')
  return { status, by: metric, cells, variants, caveat: caveat === '' ? null : caveat }
}

/**
 * Returns the cached verdict, or computes and caches it. Null without an evaluator or while the
 * comparison runs.
 */
export async function getCachedVerdict(
  db: Queries,
  row: ComparisonRow,
  signal?: AbortSignal,
): Promise<KeptVerdict | null> {
  const cached = cachedVerdict(row)
  if (cached || row.status === 'running' || row.status === 'draft') return cached
  const metric = findPrimaryMetric(fromJson(row.plan))
  if (!metric) return null
  const { variants } = await computeVerdict(await toDetail(db, row), metric, signal)
  const verdict = {
    at: row.updated_at,
    rules: VERDICT_RULES,
    variants: variants.map(({ cases: _cases, ...rest }) => rest),
  }
  await cacheVerdict(db, row.id, verdict)
  return verdict
}

/**
 * Caches the verdict after the comparison ends, for lists. Stops when aborted: a list computes it
 * later.
 */
export async function cacheEndVerdict(
  db: Queries,
  workspaceId: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const row = await findComparison(db, workspaceId, id)
  try {
    if (row) await getCachedVerdict(db, row, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Limits how many verdicts a list request computes. The next request computes more. */
const MAX_COMPUTED = 10

/** Caches verdicts that are missing or outdated because evaluators or judgements changed. */
export async function cacheMissingVerdicts(
  db: Queries,
  rows: ComparisonRow[],
  signal?: AbortSignal,
): Promise<ComparisonRow[]> {
  const missing = rows.filter((row) => row.status !== 'draft' && cachedVerdict(row) === null)
  const updated = new Map<string, ComparisonRow>()
  for (const row of missing.slice(0, MAX_COMPUTED)) {
    const verdict = await getCachedVerdict(db, row, signal)
    if (verdict) updated.set(row.id, { ...row, verdict: toJson(verdict) })
  }
  return rows.map((row) => updated.get(row.id) ?? row)
}
