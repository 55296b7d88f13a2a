import type { Cell, ComparisonEvaluator } from '@lathe/contract'
import { ALL_EVALUATORS, cellOutcome, type Metric } from '@lathe/verdicts'
import { plural } from '../../../lib/format/format.ts'
import { stripStatusPrefix } from '../evaluators/evaluation-text.tsx'

/** More reasons are shown in the cells only. */
const MAX_REASONS = 2

const NOT_JUDGED = 'not judged yet'
const NOT_RATED = 'not rated yet'

type MissingOutcomesInput = {
  evaluators: readonly ComparisonEvaluator[]
  cells: readonly Cell[]
  metric: Metric
  /** Whether judges are running. */
  isRunning: boolean
}

/** One sentence per reason why outputs have no outcome, most frequent first. */
export function explainMissingOutcomes({
  evaluators,
  cells,
  metric,
  isRunning,
}: MissingOutcomesInput): string[] {
  const outputs = cells.filter(({ status }) => status === 'success')
  if (metric.evaluators === undefined && !metric.id.startsWith('evaluator:')) {
    return countReasons(outputs.flatMap((cell) => missingOutcomeReasons(cell, metric)))
  }
  const metricEvaluators = evaluators.filter(({ key }) =>
    metric.id === ALL_EVALUATORS
      ? metric.evaluators?.includes(key)
      : metric.id === `evaluator:${key}`,
  )
  return metricEvaluators.flatMap(({ key, name }) => {
    const reasons = outputs.flatMap(({ evaluations }) => {
      const { status, reason } = evaluations[key] ?? { status: 'undecided', reason: NOT_JUDGED }
      return status === 'undecided' ? [reason] : []
    })
    return countReasons(reasons.map((reason) => reasonSentence(name, reason, isRunning)))
  })
}

function reasonSentence(check: string, reason: string, isRunning: boolean): string {
  if (reason === NOT_RATED) return `not rated for ${check}. Press y or n on a cell.`
  if (reason !== NOT_JUDGED)
    return `without a verdict by ${check}: ${withPeriod(stripStatusPrefix(reason))}`
  return isRunning
    ? `not judged yet by ${check}.`
    : `not judged yet by ${check}. Run to judge them.`
}

const withPeriod = (reason: string) => (/[.!?]$/.test(reason) ? reason : `${reason}.`)

function missingOutcomeReasons(cell: Cell, metric: Metric): string[] {
  if (cellOutcome(cell, metric) !== undefined) return []
  if ((cell.recording?.served ?? 0) > 0) {
    return [
      'served from a recording, so latency and cost are unknown. Add an evaluator to judge the output.',
    ]
  }
  if (metric.measure === 'cost') return ['by a model without a known price.']
  return metric.measure === 'latency' && cell.isBatch
    ? ['from a batch, so latency is unknown.']
    : []
}

function countReasons(reasons: readonly string[]): string[] {
  const groups = [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, { length }]) => ({ reason, count: length }))
    .toSorted((a, b) => b.count - a.count)
  const sentences = groups
    .slice(0, MAX_REASONS)
    .map(({ reason, count }) => `${plural(count, 'output')} ${reason}`)
  const hiddenCount = groups.length - sentences.length
  return hiddenCount === 0
    ? sentences
    : [...sentences, `${plural(hiddenCount, 'more reason')} in the cells.`]
}
