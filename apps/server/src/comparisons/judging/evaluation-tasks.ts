import { hash } from 'node:crypto'
import type {
  ComparisonCase,
  ComparisonEvaluator,
  ComparisonPlan,
  Evaluator,
} from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { fromJson } from '../../platform/db/json.ts'
import type { CellSelectionState } from '../plan/plan-cells.ts'
import type { CellRow } from '../runner/cells.store.ts'
import type { EvaluationSubject } from './evaluator-input.ts'
import type { VerdictKey, VerdictRow } from './verdicts.store.ts'

export type EvaluationTask = {
  evaluator: Evaluator
  key: VerdictKey
  subject: EvaluationSubject
  /** Whether the verdict of any comparison on the same output may be used. */
  canReuse: boolean
}

type SuccessfulCell = CellRow & { run_id: string; result: NonNullable<CellRow['result']> }

const isSuccessful = (cell: CellRow | undefined): cell is SuccessfulCell =>
  cell?.status === 'success' && cell.run_id !== null && cell.result !== null

/** Whether a run of the comparison computes and stores the evaluator's verdicts. */
export const isStoredEvaluator = ({ evaluator: { kind } }: ComparisonEvaluator): boolean =>
  ['similarity', 'code', 'judge', 'pairwise'].includes(kind)

export const verdictKey = ({
  run_id,
  against_run_id,
  fingerprint,
}: Pick<VerdictKey, 'run_id' | 'against_run_id' | 'fingerprint'>): string =>
  `${run_id} ${against_run_id} ${fingerprint}`

/** Identifies one repeat of a case, which has one cell per variant. */
export const repeatKey = ({ case_key, repeat }: CellRow): string => `${case_key} ${repeat}`

/** Whether a selected output whose fingerprint is current still lacks a verdict. */
export function hasMissingVerdict(
  plan: ComparisonPlan,
  {
    selected,
    replanned,
    otherCells,
  }: Pick<CellSelectionState, 'selected' | 'replanned' | 'otherCells'>,
  verdicts: readonly VerdictRow[],
): boolean {
  const done = new Set(
    verdicts.filter(({ status }) => status === 'done').map((row) => verdictKey(row)),
  )
  const replannedIds = new Set(replanned.map(({ cell }) => cell.id))
  const current = selected.filter(({ id }) => !replannedIds.has(id))
  const siblings = Map.groupBy([...current, ...otherCells], repeatKey)
  return current.some((cell) =>
    listEvaluationTasks(plan, cell, siblings.get(repeatKey(cell)) ?? []).some(
      ({ key }) => !done.has(verdictKey(key)),
    ),
  )
}

/**
 * Lists the evaluations that become possible when a cell completes: its own and the pairwise ones
 * that involve it. `siblings`: the cells of the same case and repeat.
 */
export function listEvaluationTasks(
  plan: ComparisonPlan,
  completed: CellRow,
  siblings: readonly CellRow[],
): EvaluationTask[] {
  const baseline = plan.variants[0]?.key
  const planCase = plan.cases.find(({ key }) => key === completed.case_key)
  if (!planCase || !isSuccessful(completed)) return []
  const pairs: [cell: CellRow, baselineCell: CellRow][] =
    completed.variant === baseline
      ? siblings.filter(({ id }) => id !== completed.id).map((cell) => [cell, completed])
      : siblings.filter(({ variant }) => variant === baseline).map((cell) => [completed, cell])

  return plan.evaluators.filter(isStoredEvaluator).flatMap(({ evaluator }) => {
    const task = (cell: SuccessfulCell, baselineCell?: SuccessfulCell): EvaluationTask => ({
      evaluator,
      canReuse: plan.reuse,
      subject: {
        case: planCase,
        result: fromJson(cell.result),
        ...(baselineCell && { baselineResult: fromJson(baselineCell.result) }),
      },
      key: {
        workspace_id: cell.workspace_id,
        comparison_id: cell.comparison_id,
        run_id: cell.run_id,
        against_run_id: baselineCell?.run_id ?? '',
        fingerprint: verdictFingerprint(evaluator, planCase),
      },
    })
    if (evaluator.kind !== 'pairwise') return [task(completed)]
    return pairs.flatMap(([cell, baselineCell]) =>
      isSuccessful(cell) && isSuccessful(baselineCell) ? [task(cell, baselineCell)] : [],
    )
  })
}

/** Identifies an evaluator by its content: a changed prompt, model or rule makes a new version. */
export const evaluatorVersion = (evaluator: Evaluator): string =>
  digest(omitOrigin(evaluator)).slice(0, 12)

/**
 * Identifies an evaluator and its inputs. Human ratings stay valid when the case's reference is
 * edited.
 */
export const verdictFingerprint = (
  evaluator: Evaluator,
  { input, reference }: Pick<ComparisonCase, 'input' | 'reference'>,
): string =>
  digest(evaluator.kind === 'human' ? [evaluator] : [omitOrigin(evaluator), input, reference])

/** The origin of a prompt in the registry does not change its verdicts. */
function omitOrigin(evaluator: Evaluator): Evaluator {
  if (evaluator.kind !== 'judge' && evaluator.kind !== 'pairwise') return evaluator
  const { from: _origin, ...content } = evaluator
  return content
}

const digest = (value: unknown): string => hash('sha256', canonicalJson(value), 'hex')
