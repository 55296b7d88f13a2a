import type { Experiment } from '@lathe/contract'

/** Returns the keys of all summary evaluators of these experiments. */
export const summaryKeys = (experiments: readonly Pick<Experiment, 'overall'>[]): string[] => [
  ...new Set(experiments.flatMap(({ overall }) => overall.map(({ key }) => key))),
]

type SummaryScoreProps = { experiment: Pick<Experiment, 'overall'>; evaluatorKey: string }

/** Result of a summary evaluator: its score, or its value or comment if it has no score. */
export function SummaryScore({ experiment, evaluatorKey }: SummaryScoreProps) {
  const result = experiment.overall.find(({ key }) => key === evaluatorKey)
  if (!result) return '—'
  const { score, value, comment } = result
  const text =
    score === null ? (value ?? comment) : Number.isInteger(score) ? score : score.toFixed(3)
  const tooltip = [score !== null && value, comment].filter(Boolean).join(': ')
  return <span title={tooltip || 'Score of the whole experiment'}>{text ?? '—'}</span>
}
