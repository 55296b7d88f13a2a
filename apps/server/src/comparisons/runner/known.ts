import type { ComparisonPlan, ReusableCell } from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { listCells } from './cells.store.ts'
import { type ComparisonRow, planOf } from '../api/comparisons.store.ts'
import { isMade } from '../judging/judgements.ts'
import { verdictFingerprint } from '../judging/judge-cell.ts'
import { placeKey, plannedPlaces } from '../plan/prepare.ts'
import { tapesOf } from './tapes.ts'
import { type GraphContext, variantGraphs } from '../plan/variant-graphs.ts'

const AT_ONCE = 500

/** Lists cells that would reuse an earlier result, with the evaluators whose verdicts exist. */
export async function knownCells(
  context: GraphContext,
  row: ComparisonRow,
): Promise<ReusableCell[]> {
  const { db, workspaceId } = context
  const plan = planOf(row)
  const variants = plan.variants.filter(({ reuse }) => reuse ?? plan.reuse)
  const [{ graphs }, tapes, cells] = await Promise.all([
    variantGraphs(context, { variants }),
    tapesOf(db, workspaceId, plan),
    listCells(db, workspaceId, row.id),
  ])
  const done = new Map(
    cells
      .filter(({ status }) => status === 'success' || status === 'running')
      .map((cell) => [placeKey(cell), cell.fingerprint]),
  )
  const left = plannedPlaces({ ...plan, variants }, graphs, tapes).filter(
    (place) => done.get(placeKey(place)) !== place.fingerprint,
  )
  const runs = await findRuns(db, workspaceId, [
    ...new Set(left.map(({ fingerprint }) => fingerprint)),
  ])
  const judged = await findJudged(db, workspaceId, plan, [...new Set(runs.values())])
  const rows = new Map(plan.cases.map((one) => [one.key, one]))
  const made = plan.reuse ? plan.checks.filter(isMade) : []
  return left.flatMap(({ variant, case_key: of, repeat, fingerprint }) => {
    const run = runs.get(fingerprint)
    const asked = rows.get(of)
    if (run === undefined || !asked) return []
    const checks = made.filter(({ evaluator }) =>
      judged.has(`${run} ${verdictFingerprint(evaluator, asked)}`),
    )
    return [{ variant, case: of, repeat, checks: checks.map(({ key }) => key) }]
  })
}

/** Finds the newest finished run per fingerprint. */
async function findRuns(
  db: Queries,
  workspaceId: string,
  fingerprints: readonly string[],
): Promise<Map<string, string>> {
  const runs = new Map<string, string>()
  for (let from = 0; from < fingerprints.length; from += AT_ONCE) {
    const found = await db
      .selectFrom('comparison_cells')
      .select(({ fn }) => ['fingerprint', fn.max('run_id').as('run_id')])
      .where('workspace_id', '=', workspaceId)
      .where('fingerprint', 'in', fingerprints.slice(from, from + AT_ONCE))
      .where('status', '=', 'success')
      .groupBy('fingerprint')
      .execute()
    for (const { fingerprint, run_id: run } of found) if (run !== null) runs.set(fingerprint, run)
  }
  return runs
}

/** Finds verdicts on single outputs. Pairwise verdicts depend on the baseline of that time. */
async function findJudged(
  db: Queries,
  workspaceId: string,
  { checks }: ComparisonPlan,
  runs: readonly string[],
): Promise<Set<string>> {
  const judged = new Set<string>()
  if (!checks.some(isMade)) return judged
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    const found = await db
      .selectFrom('comparison_verdicts')
      .select(['run_id', 'fingerprint'])
      .where('workspace_id', '=', workspaceId)
      .where('run_id', 'in', runs.slice(from, from + AT_ONCE))
      .where('against_run_id', '=', '')
      .where('status', '=', 'done')
      .execute()
    for (const { run_id: run, fingerprint } of found) judged.add(`${run} ${fingerprint}`)
  }
  return judged
}
