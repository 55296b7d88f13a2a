import type { Experiment, ExperimentResults, Spending } from '@lathe/contract'
import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { passRate } from '@lathe/stats'
import { addSpending, noSpending } from '@lathe/traces'
import { quantile } from '@lathe/verdicts'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatPercent } from '../../../lib/format/format.ts'
import {
  CategoryCounts,
  categoryKeys,
  summaryKeys,
  SummaryScore,
} from '../../../shared/experiments/experiment-columns.tsx'
import { Count, Duration, TotalCost } from '../../../ui/status/quantities.tsx'
import { answerOutcome, type ExperimentMetric } from './experiment-metrics.ts'
import styles from './experiments.module.css'

type ExperimentSummaryProps = {
  results: ExperimentResults
  metric: ExperimentMetric
  onChange: (ids: string[]) => void
}

/** Summary of each experiment, baseline first. */
export function ExperimentSummary({
  results: { experiments, answers },
  metric,
  onChange,
}: ExperimentSummaryProps) {
  const ids = experiments.map(({ id }) => id)
  const overall = summaryKeys(experiments)
  const categories = categoryKeys(experiments)
  const withoutId = (id: string) => ids.filter((otherId) => otherId !== id)
  return (
    <div className={styles.sides}>
      <table aria-label="Experiment summary">
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            {isScore(metric) && <th scope="col">{metric.name}</th>}
            {categories.map((key) => (
              <th key={key} scope="col">
                {key}
              </th>
            ))}
            {overall.map((key) => (
              <th key={key} scope="col" title="Score of the whole experiment">
                Overall {key}
              </th>
            ))}
            <th scope="col">Latency p50</th>
            <th scope="col">Tokens</th>
            <th scope="col">Cost</th>
            <th scope="col">Errors</th>
            <th scope="col">Answers</th>
            <th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {experiments.map((experiment, index) => {
            const { id, name } = experiment
            const ownAnswers = answers.filter((answer) => answer.experiment === id)
            const tokens = ownAnswers.reduce((sum, answer) => sum + answer.tokens, 0)
            return (
              <tr key={id}>
                <th scope="row">
                  <Link
                    to="/traces"
                    search={{ filter: `project:${JSON.stringify(name)} environment:*` }}
                  >
                    {name}
                  </Link>
                  {index === 0 && ids.length > 1 && <span className={styles.muted}> baseline</span>}
                </th>
                {isScore(metric) && <td>{levelText(experiment, ownAnswers, metric)}</td>}
                {categories.map((key) => (
                  <td key={key}>
                    <CategoryCounts experiment={experiment} name={key} />
                  </td>
                ))}
                {overall.map((key) => (
                  <td key={key}>
                    <SummaryScore experiment={experiment} evaluatorKey={key} />
                  </td>
                ))}
                <td>
                  <Duration
                    ms={quantile(
                      ownAnswers.flatMap(({ latencyMs }) => latencyMs ?? []),
                      0.5,
                    )}
                  />
                </td>
                <td>{tokens === 0 ? '—' : <Count value={tokens} />}</td>
                <td>
                  {tokens === 0 ? (
                    '—'
                  ) : (
                    <TotalCost spending={ownAnswers.reduce<Spending>(addSpending, noSpending)} />
                  )}
                </td>
                <td>
                  <Count value={ownAnswers.filter(({ status }) => status === 'error').length} />
                </td>
                <td>
                  <Count value={ownAnswers.length} />
                </td>
                <td>
                  {index > 0 && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      onClick={() => onChange([id, ...withoutId(id)])}
                    >
                      Set as baseline
                    </Button>
                  )}
                  {ids.length > 1 && (
                    <ActionIcon
                      size="sm"
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove ${name}`}
                      onClick={() => onChange(withoutId(id))}
                    >
                      <IconX size={14} />
                    </ActionIcon>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

const isScore = ({ measure }: ExperimentMetric) =>
  measure === 'pass' || measure === 'score' || measure === 'unscaled'

/** The mean as shown in experiment lists. */
function levelText(
  experiment: Experiment,
  ownAnswers: ExperimentResults['answers'],
  metric: ExperimentMetric,
) {
  const level = experiment.scores.find(({ key }) => key === metric.key)?.mean
  if (level === undefined) return '—'
  if (metric.measure !== 'pass') return level.toFixed(3)
  const observations = ownAnswers.flatMap((answer) => {
    const outcome = answerOutcome(answer, metric)
    return outcome === undefined ? [] : [{ caseId: answer.example, outcome }]
  })
  const { interval } = passRate({ name: '', observations })
  return (
    <span title="Wilson 95 % interval">
      {formatPercent(level)}{' '}
      {interval && (
        <span className={styles.muted}>
          {Math.round(interval.low * 100)}–{Math.round(interval.high * 100)}
        </span>
      )}
    </span>
  )
}
