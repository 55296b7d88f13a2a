import type { Cell, ComparisonEvaluator, ComparisonPlan, ErrorPolicy } from '@lathe/contract'
import type { Measure, Outcome } from '@lathe/stats'
import { areTimesComparable } from './timing.ts'

/** A metric that compares variants: one evaluator, all evaluators combined, latency, cost or tokens. */
export type Metric = {
  id: string
  name: string
  measure: Measure
  /** Keys of the combined evaluators. */
  evaluators?: readonly string[]
  /** The evaluator compares one output with another. */
  isPairwise?: boolean
  /** Errored runs are excluded from this metric instead of counted as failed. */
  excludesErrors?: boolean
}

export const ALL_EVALUATORS = 'evaluators'

const spendingMetrics: Metric[] = [
  { id: 'latency', name: 'Latency', measure: 'latency' },
  { id: 'cost', name: 'Cost', measure: 'cost' },
  { id: 'tokens', name: 'Tokens', measure: 'tokens' },
]

const evaluatorMeasure = ({ evaluator }: ComparisonEvaluator): Measure => {
  if (evaluator.kind === 'pairwise') return 'score'
  if (evaluator.kind === 'similarity') return evaluator.atLeast === undefined ? 'score' : 'pass'
  return 'gives' in evaluator && evaluator.gives === 'score' ? 'score' : 'pass'
}

/** One metric per evaluator. Human evaluators come last: people judge some of the cells, and later. */
export function evaluatorMetrics(
  evaluators: readonly ComparisonEvaluator[],
  errors: ErrorPolicy = 'fail',
): Metric[] {
  const automatic = evaluators.filter(({ evaluator }) => evaluator.kind !== 'human')
  const human = evaluators.filter(({ evaluator }) => evaluator.kind === 'human')
  return [...automatic, ...human].map((check) => ({
    id: `evaluator:${check.key}`,
    name: check.name,
    measure: evaluatorMeasure(check),
    isPairwise: check.evaluator.kind === 'pairwise',
    ...(errors === 'exclude' && { excludesErrors: true }),
  }))
}

/**
 * All metrics of a comparison. The first is the primary metric unless another one is chosen: an evaluator if there is
 * one. All evaluators combined come after the single ones, because an evaluator that fails everywhere would hide every
 * difference in the others.
 */
export function listMetrics(
  evaluators: readonly ComparisonEvaluator[],
  errors: ErrorPolicy = 'fail',
): Metric[] {
  const automatic = evaluators.filter(({ evaluator }) => evaluator.kind !== 'human')
  const passing = automatic
    .filter((check) => evaluatorMeasure(check) === 'pass')
    .map(({ key }) => key)
  const combined: Metric = {
    id: ALL_EVALUATORS,
    name: automatic.length < evaluators.length ? 'All but human' : 'All evaluators',
    measure: 'pass',
    evaluators: passing,
    ...(errors === 'exclude' && { excludesErrors: true }),
  }
  return [
    ...evaluatorMetrics(evaluators, errors),
    ...(passing.length > 1 ? [combined] : []),
    ...spendingMetrics,
  ]
}

/**
 * The requested metric, by default the first evaluator. Undefined if there is none: latency, cost and tokens decide
 * only on request.
 */
export function findPrimaryMetric(
  { evaluators, errors }: Pick<ComparisonPlan, 'evaluators' | 'errors'>,
  id?: string,
): Metric | undefined {
  const metrics = listMetrics(evaluators, errors)
  const requested = metrics.find((metric) => metric.id === id)
  const evaluatorBased = metrics.filter(({ measure }) => measure === 'pass' || measure === 'score')
  // With a single evaluator, `evaluators` is that evaluator.
  const isDefault = id === undefined || (id === ALL_EVALUATORS && evaluatorBased.length === 1)
  return requested ?? (isDefault ? evaluatorBased[0] : undefined)
}

/** The outcome of a cell by a metric. Undefined while it is unknown. */
export function cellOutcome(cell: Cell, metric: Metric): Outcome | undefined {
  const { id, measure, evaluators } = metric
  if (cell.status === 'error') return countsAsFailed(cell, metric) ? 0 : 'error'
  if (cell.status !== 'success') return undefined
  if (id === ALL_EVALUATORS) return combinedOutcome(cell, evaluators)
  // A call served from a recording took no time and cost nothing.
  if ((measure === 'latency' || measure === 'cost') && (cell.recording?.served ?? 0) > 0)
    return undefined
  if (measure === 'latency') return cell.latencyMs ?? undefined
  if (measure === 'cost') return cell.cost === null ? undefined : cell.cost / 1e9
  if (measure === 'tokens') return cell.usage ? cell.usage.input + cell.usage.output : undefined
  return evaluationOutcome(cell, id.slice('evaluator:'.length))
}

/** Outcomes of a case's cells. Latencies measured under another load than the baseline's are `timed-apart`. */
export function comparableOutcomes(
  cells: readonly Cell[],
  baseline: readonly Cell[],
  metric: Metric,
): (Outcome | undefined)[] {
  const isTimed = (cell: Cell) => typeof cellOutcome(cell, metric) === 'number'
  const areApart =
    metric.measure === 'latency' &&
    !areTimesComparable(cells.filter(isTimed), baseline.filter(isTimed))
  return cells.map((cell) =>
    areApart && isTimed(cell) ? 'timed-apart' : cellOutcome(cell, metric),
  )
}

/**
 * Whether an errored run fails its case. A pairwise judge has no output to compare, and an aborted run has no
 * meaningful latency or cost. A refusal always counts: it is the model's answer.
 */
function countsAsFailed({ error }: Cell, metric: Metric): boolean {
  if (metric.isPairwise || (metric.measure !== 'pass' && metric.measure !== 'score')) return false
  return !metric.excludesErrors || error?.code === 'REFUSED'
}

function evaluationOutcome({ evaluations }: Cell, key: string): Outcome {
  const evaluation = evaluations[key]
  if (!evaluation || evaluation.status === 'undecided') return 'no-verdict'
  if (evaluation.status === 'scored') return evaluation.score
  return evaluation.status === 'passed' ? 1 : 0
}

/** Open until every evaluator has decided. If a failure counted before that, only failures would while judges run. */
function combinedOutcome({ evaluations }: Cell, evaluators: Metric['evaluators']): Outcome {
  const statuses = (evaluators ?? Object.keys(evaluations)).map(
    (key) => evaluations[key]?.status ?? 'undecided',
  )
  if (statuses.includes('undecided')) return 'no-verdict'
  if (statuses.includes('failed')) return 0
  return statuses.includes('passed') ? 1 : 'no-verdict'
}

/**
 * Whether a cell finished with an outcome or an error, unlike pending, running and stopped cells.
 */
export const hasEnded = ({ status }: Pick<Cell, 'status'>): boolean =>
  status === 'success' || status === 'error'
