import type { Experiment } from '@lathe/contract'

/** Returns the keys of all summary evaluators of these experiments. */
export const summaryKeys = (experiments: readonly Pick<Experiment, 'overall'>[]): string[] => [
  ...new Set(experiments.flatMap(({ overall }) => overall.map(({ key }) => key))),
]

type SummaryScoreProps = { experiment: Pick<Experiment, 'overall'>; of: string }

/** Result of a summary evaluator: its score, or its value or comment if it has no score. */
export function SummaryScore({ experiment, of }: SummaryScoreProps) {
  const said = experiment.overall.find(({ key }) => key === of)
  if (!said) return '—'
  const { score, value, comment } = said
  const shown =
    score === null ? (value ?? comment) : Number.isInteger(score) ? score : score.toFixed(3)
  const besides = [score !== null && value, comment].filter(Boolean).join(': ')
  return <span title={besides || 'Score of the whole experiment'}>{shown ?? '—'}</span>
}
