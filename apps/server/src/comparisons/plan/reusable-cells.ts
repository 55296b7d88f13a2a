import type { ComparisonPlan, ReusableCell } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { type ComparisonRow, readPlan } from '../api/comparisons.store.ts'
import { isStoredEvaluator, verdictFingerprint } from '../judging/evaluation-tasks.ts'
import { findCaseRecordings } from '../runner/case-recordings.ts'
import { listCells } from '../runner/cells.store.ts'
import { listPlannedCells, positionKey } from './plan-cells.ts'
import { type GraphContext, variantGraphs } from './variant-graphs.ts'

const QUERY_BATCH_SIZE = 500

/** Lists cells that would reuse an earlier result, with the evaluators whose verdicts exist. */
export async function listReusableCells(
  context: GraphContext,
  row: ComparisonRow,
): Promise<ReusableCell[]> {
  const { db, workspaceId } = context
  const plan = readPlan(row)
  const variants = plan.variants.filter(({ reuse }) => reuse ?? plan.reuse)
  const [{ graphs }, recordings, cells] = await Promise.all([
    variantGraphs(context, { variants }),
    findCaseRecordings(db, workspaceId, plan),
    listCells(db, workspaceId, row.id),
  ])
  const currentFingerprints = new Map(
    cells
      .filter(({ status }) => status === 'success' || status === 'running')
      .map((cell) => [positionKey(cell), cell.fingerprint]),
  )
  const unfinished = listPlannedCells({ ...plan, variants }, graphs, recordings).filter(
    (cell) => currentFingerprints.get(positionKey(cell)) !== cell.fingerprint,
  )
  const runs = await findRuns(db, workspaceId, [
    ...new Set(unfinished.map(({ fingerprint }) => fingerprint)),
  ])
  const verdictKeys = await findVerdictKeys(db, workspaceId, plan, [...new Set(runs.values())])
  const cases = new Map(plan.cases.map((planCase) => [planCase.key, planCase]))
  const evaluators = plan.reuse ? plan.evaluators.filter(isStoredEvaluator) : []
  return unfinished.flatMap(({ variant, case_key: key, repeat, fingerprint }) => {
    const run = runs.get(fingerprint)
    const planCase = cases.get(key)
    if (run === undefined || !planCase) return []
    const reusableChecks = evaluators.filter(({ evaluator }) =>
      verdictKeys.has(`${run} ${verdictFingerprint(evaluator, planCase)}`),
    )
    return [{ variant, case: key, repeat, evaluators: reusableChecks.map((check) => check.key) }]
  })
}

/** Finds the newest finished run per fingerprint. */
async function findRuns(
  db: Queries,
  workspaceId: string,
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  const runs = new Map<string, string>()
  for (let from = 0; from < fingerprints.length; from += QUERY_BATCH_SIZE) {
    const rows = await db
      .selectFrom('comparison_cells')
      .select(({ fn }) => ['fingerprint', fn.max('run_id').as('run_id')])
      .where('workspace_id', '=', workspaceId)
      .where('fingerprint', 'in', fingerprints.slice(from, from + QUERY_BATCH_SIZE))
      .where('status', '=', 'success')
      .groupBy('fingerprint')
      .execute()
    for (const { fingerprint, run_id: run } of rows) if (run !== null) runs.set(fingerprint, run)
  }
  return runs
}

/** Finds verdicts on single outputs. Pairwise verdicts depend on the baseline of that time. */
async function findVerdictKeys(
  db: Queries,
  workspaceId: string,
  { evaluators }: ComparisonPlan,
  runs: readonly string[],
): Promise<Set<string>> {
  const keys = new Set<string>()
  if (!evaluators.some(isStoredEvaluator)) return keys
  for (let from = 0; from < runs.length; from += QUERY_BATCH_SIZE) {
    const rows = await db
      .selectFrom('comparison_verdicts')
      .select(['run_id', 'fingerprint'])
      .where('workspace_id', '=', workspaceId)
      .where('run_id', 'in', runs.slice(from, from + QUERY_BATCH_SIZE))
      .where('against_run_id', '=', '')
      .where('status', '=', 'done')
      .execute()
    for (const { run_id: run, fingerprint } of rows) keys.add(`${run} ${fingerprint}`)
  }
  return keys
}
