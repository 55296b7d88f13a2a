import type { ComparisonEvaluator, ComparisonPlan } from '@lathe/contract'
import { fromJson } from '../../platform/db/json.ts'
import type { CellRow } from '../runner/cells.store.ts'
import type { Found } from '../plan/prepare.ts'
import { type Judgement, verdictFingerprint } from './judge-cell.ts'
import type { VerdictPlace, VerdictRow } from './verdicts.store.ts'

type Finished = CellRow & { run_id: string; result: NonNullable<CellRow['result']> }

const isFinished = (cell: CellRow | undefined): cell is Finished =>
  cell?.status === 'success' && cell.run_id !== null && cell.result !== null

/** Whether a run of the comparison computes this evaluator. Humans rate the others. */
export const isMade = ({ evaluator: { kind } }: ComparisonEvaluator): boolean =>
  ['similarity', 'code', 'judge', 'pairwise'].includes(kind)

export const verdictKey = ({
  run_id: run,
  against_run_id: against,
  fingerprint,
}: VerdictPlace): string => `${run} ${against} ${fingerprint}`

/** Identifies one repeat of a case, which has one cell per variant. */
export const repeatKey = ({ case_key: row, repeat }: CellRow): string => `${row} ${repeat}`

/** Whether a selected output whose fingerprint is current still lacks a verdict. */
export function isAnyUnjudged(
  plan: ComparisonPlan,
  { wanted, changed, others }: Pick<Found, 'wanted' | 'changed' | 'others'>,
  kept: readonly VerdictRow[],
): boolean {
  const done = new Set(kept.filter(({ status }) => status === 'done').map(verdictKey))
  const isChanged = new Set(changed.map(({ id }) => id))
  const current = wanted.filter(({ id }) => !isChanged.has(id))
  const sameCase = Map.groupBy([...current, ...others], repeatKey)
  return current.some((cell) =>
    judgementsOf(plan, cell, sameCase.get(repeatKey(cell)) ?? []).some(
      ({ place }) => !done.has(verdictKey(place)),
    ),
  )
}

/**
 * Returns the judgements that become possible when a cell finishes: its own and the pairwise ones
 * that involve it.
 */
export function judgementsOf(
  plan: ComparisonPlan,
  finished: CellRow,
  /** Cells of the same case and repeat. */
  sameCase: readonly CellRow[],
): Judgement[] {
  const [baseline] = plan.variants
  const row = plan.cases.find(({ key }) => key === finished.case_key)
  if (!row || !isFinished(finished)) return []
  const pairs: [CellRow, CellRow][] =
    finished.variant === baseline?.key
      ? sameCase.filter(({ id }) => id !== finished.id).map((cell) => [cell, finished])
      : sameCase.filter(({ variant }) => variant === baseline?.key).map((cell) => [finished, cell])

  return plan.checks.filter(isMade).flatMap(({ evaluator }) => {
    const judge = (cell: Finished, against?: Finished): Judgement => ({
      evaluator,
      reuse: plan.reuse,
      shown: {
        row,
        result: fromJson(cell.result),
        ...(against && { against: fromJson(against.result) }),
      },
      place: {
        workspace_id: cell.workspace_id,
        comparison_id: cell.comparison_id,
        run_id: cell.run_id,
        against_run_id: against?.run_id ?? '',
        fingerprint: verdictFingerprint(evaluator, row),
      },
    })
    if (evaluator.kind !== 'pairwise') return [judge(finished)]
    return pairs.flatMap(([cell, against]) =>
      isFinished(cell) && isFinished(against) ? [judge(cell, against)] : [],
    )
  })
}
