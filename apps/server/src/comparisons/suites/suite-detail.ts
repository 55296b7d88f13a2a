import type { SuiteDetail, SuiteRun } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson } from '../../platform/db/json.ts'
import type { KeptVerdict } from '../../platform/db/tables/comparisons.ts'
import { type ComparisonRow, countCells, toComparison } from '../api/comparisons.store.ts'
import { getCachedVerdict } from '../report/verdict.ts'
import { BASELINE, CANDIDATE } from './suite-plan.ts'
import { type SuiteWithPlan, listSuiteRuns } from './suites.store.ts'

export async function suiteDetail(
  db: Queries,
  workspaceId: string,
  suite: SuiteWithPlan,
  signal?: AbortSignal,
): Promise<SuiteDetail> {
  const rows = await listSuiteRuns(db, workspaceId, suite.id)
  const counts = await countCells(
    db,
    rows.map(({ id }) => id),
  )
  const history: SuiteRun[] = []
  // Sequential, because computing an uncached verdict loads the whole grid.
  for (const row of rows) {
    const verdict = await getCachedVerdict(db, row, signal)
    history.push(toRun(row, verdict, counts.get(row.id)))
  }
  return { ...suite, history }
}

export const toSuiteRun = async (db: Queries, row: ComparisonRow): Promise<SuiteRun> =>
  toRun(row, await getCachedVerdict(db, row))

function toRun(
  row: ComparisonRow,
  verdict: KeptVerdict | null,
  counts?: { done: number; failed: number },
): SuiteRun {
  const { variants } = fromJson(row.plan)
  const findVersion = (key: string) => {
    const base = variants.find((variant) => variant.key === key)?.base
    return base?.type === 'agent' && typeof base.version === 'number' ? base.version : null
  }
  const { id, status, cells, createdAt } = toComparison(row, counts)
  return {
    id,
    status,
    version: findVersion(CANDIDATE),
    baselineVersion: findVersion(BASELINE) ?? 0,
    cells,
    verdict: suiteVerdict(verdict),
    createdAt,
  }
}

function suiteVerdict(verdict: KeptVerdict | null): SuiteRun['verdict'] {
  const findFigures = (key: string) => verdict?.variants.find(({ variant }) => variant === key)
  const [baseline, candidate] = [findFigures(BASELINE), findFigures(CANDIDATE)]
  if (!baseline || !candidate || candidate.ruling === null) return null
  const { ruling, sentence, isRegression, reason } = candidate
  return { ruling, sentence, isRegression, reason, figures: candidate, baseline }
}
