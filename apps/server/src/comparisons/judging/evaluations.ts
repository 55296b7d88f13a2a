import type { ComparisonPlan, Evaluation, Verdict } from '@lathe/contract'
import type {
  evaluate as evaluator,
  isInstantRule as mereRule,
  toEvaluatedRun as shown,
} from '@lathe/evaluators'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { CellResult } from '../../platform/db/tables/comparisons.ts'
import type { CellRow } from '../runner/cells.store.ts'
import { verdictFingerprint } from './judge-cell.ts'
import { spentOnVerdict, type VerdictRow } from './verdicts.store.ts'

type Rules = {
  evaluate: typeof evaluator
  isInstantRule: typeof mereRule
  toEvaluatedRun: typeof shown
  baselineEvaluation: Evaluation
}
type Asked = Pick<ComparisonPlan, 'checks' | 'variants'> & {
  rows: ReadonlyMap<string, ComparisonPlan['cases'][number]>
}
type Judged = { evaluations: Record<string, Evaluation>; verdicts: Record<string, Verdict> }

const keyOf = (run: string, against: string, fingerprint: string) =>
  `${run} ${against} ${fingerprint}`

/**
 * Returns a function that evaluates a cell: runs rules now and reads stored results of all other
 * evaluators.
 */
export function createEvaluating(
  { checks, variants, rows }: Asked,
  cells: readonly CellRow[],
  kept: readonly VerdictRow[],
  { evaluate, isInstantRule, baselineEvaluation, toEvaluatedRun }: Rules,
): (cell: CellRow, result: CellResult) => Judged {
  const byKey = new Map(
    kept.map((row) => [keyOf(row.run_id, row.against_run_id, row.fingerprint), row]),
  )
  const baseline = variants[0]?.key
  const place = ({ case_key: row, repeat }: CellRow) => `${row} ${repeat}`
  const baselines = new Map(
    cells.filter(({ variant }) => variant === baseline).map((cell) => [place(cell), cell.run_id]),
  )
  const fingerprints = new Map<string, string>()
  const fingerprintOf = (check: ComparisonPlan['checks'][number], caseKey: string): string => {
    const key = `${check.key} ${caseKey}`
    const row = rows.get(caseKey)
    const known = fingerprints.get(key) ?? (row ? verdictFingerprint(check.evaluator, row) : '')
    fingerprints.set(key, known)
    return known
  }

  return (cell, result) => {
    const judged: Judged = { evaluations: {}, verdicts: {} }
    const reference = rows.get(cell.case_key)?.reference ?? null
    for (const check of checks) {
      const { key, evaluator: by } = check
      if (isInstantRule(by))
        judged.evaluations[key] = evaluate(by, toEvaluatedRun(result, reference))
      else if (by.kind === 'pairwise' && cell.variant === baseline) {
        judged.evaluations[key] = baselineEvaluation
      } else {
        const against = by.kind === 'pairwise' ? (baselines.get(place(cell)) ?? '') : ''
        const found = byKey.get(
          keyOf(cell.run_id ?? '', against, fingerprintOf(check, cell.case_key)),
        )
        judged.evaluations[key] = fromJsonOrNull(found?.evaluation ?? null) ?? notYet(by.kind)
        if (found && found.status !== 'asking') judged.verdicts[key] = toVerdict(found)
      }
    }
    return judged
  }
}

const notYet = (kind: string): Evaluation => ({
  status: 'undecided',
  reason: kind === 'human' ? 'not rated yet' : 'not judged yet',
})

export const toVerdict = (row: VerdictRow): Verdict => ({
  version: row.version,
  asked: fromJson(row.asked),
  isFailed: row.status === 'failed',
  isReused: row.is_reused !== 0,
  usage: fromJson(row.usage),
  ...spentOnVerdict(row),
})
