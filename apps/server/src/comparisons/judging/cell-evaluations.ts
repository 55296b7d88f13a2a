import type { ComparisonEvaluator, ComparisonPlan, Evaluation, Verdict } from '@lathe/contract'
import type {
  evaluate as evaluateRun,
  isInstantRule as isInstant,
  toEvaluatedRun as toRun,
} from '@lathe/evaluators'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from '../runner/cells.store.ts'
import { repeatKey, verdictFingerprint, verdictKey } from './evaluation-tasks.ts'
import { type VerdictRow, verdictSpending } from './verdicts.store.ts'

/** Parts of the evaluator package, which is loaded on first use. */
type Evaluators = {
  evaluate: typeof evaluateRun
  isInstantRule: typeof isInstant
  toEvaluatedRun: typeof toRun
  baselineEvaluation: Evaluation
}
type EvaluatedPlan = Pick<ComparisonPlan, 'evaluators' | 'variants'> & {
  cases: ReadonlyMap<string, ComparisonPlan['cases'][number]>
}
export type CellEvaluations = {
  evaluations: Record<string, Evaluation>
  verdicts: Record<string, Verdict>
}

/**
 * Returns a function that evaluates a cell: runs rules now and reads stored results of all other
 * evaluators.
 */
export function createCellEvaluator(
  { evaluators, variants, cases }: EvaluatedPlan,
  cells: readonly CellRow[],
  storedVerdicts: readonly VerdictRow[],
  { evaluate, isInstantRule, baselineEvaluation, toEvaluatedRun }: Evaluators,
): (cell: CellRow, result: CellResult) => CellEvaluations {
  const verdicts = new Map(storedVerdicts.map((row) => [verdictKey(row), row]))
  const baseline = variants[0]?.key
  const baselineRuns = new Map(
    cells
      .filter(({ variant }) => variant === baseline)
      .map((cell) => [repeatKey(cell), cell.run_id]),
  )
  const fingerprints = new Map<string, string>()
  const fingerprint = ({ key, evaluator }: ComparisonEvaluator, caseKey: string): string => {
    const cacheKey = `${key} ${caseKey}`
    const planCase = cases.get(caseKey)
    const value =
      fingerprints.get(cacheKey) ?? (planCase ? verdictFingerprint(evaluator, planCase) : '')
    fingerprints.set(cacheKey, value)
    return value
  }

  return (cell, result) => {
    const evaluated: CellEvaluations = { evaluations: {}, verdicts: {} }
    const reference = cases.get(cell.case_key)?.reference ?? null
    for (const check of evaluators) {
      const { key, evaluator } = check
      if (isInstantRule(evaluator)) {
        evaluated.evaluations[key] = evaluate(evaluator, toEvaluatedRun(result, reference))
      } else if (evaluator.kind === 'pairwise' && cell.variant === baseline) {
        evaluated.evaluations[key] = baselineEvaluation
      } else {
        const baselineRun = baselineRuns.get(repeatKey(cell)) ?? ''
        const verdict = verdicts.get(
          verdictKey({
            run_id: cell.run_id ?? '',
            against_run_id: evaluator.kind === 'pairwise' ? baselineRun : '',
            fingerprint: fingerprint(check, cell.case_key),
          }),
        )
        evaluated.evaluations[key] =
          fromJsonOrNull(verdict?.evaluation ?? null) ?? missingEvaluation(evaluator.kind)
        if (verdict && verdict.status !== 'asking') evaluated.verdicts[key] = toVerdict(verdict)
      }
    }
    return evaluated
  }
}

const missingEvaluation = (kind: string): Evaluation => ({
  status: 'undecided',
  reason: kind === 'human' ? 'not rated yet' : 'not judged yet',
})

export const toVerdict = (row: VerdictRow): Verdict => ({
  version: row.version,
  runIds: fromJson(row.asked),
  isFailed: row.status === 'failed',
  isReused: row.is_reused !== 0,
  usage: fromJson(row.usage),
  ...verdictSpending(row),
})
