import type { Experiment } from '@lathe/contract'
import type { Column } from '../../../ui/data-table.tsx'
import { Count, Duration } from '../../../ui/quantities.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import styles from '../datasets.module.css'

/** A column for each key that any of them was scored by. */
export function experimentColumns(experiments: readonly Experiment[]): Column<Experiment>[] {
  const keys = [...new Set(experiments.flatMap(({ scores }) => scores.map(({ key }) => key)))]
  return [
    {
      id: 'name',
      header: 'Experiment',
      cell: ({ name }) => <span className={`${styles.cell} ${styles.name}`}>{name}</span>,
    },
    ...keys.map((key) => ({
      id: `score.${key}`,
      header: `Mean ${key}`,
      width: '130px',
      isNumeric: true,
      cell: ({ scores }: Experiment) => {
        const score = scores.find((one) => one.key === key)
        return score ? <span title={`of ${score.count}`}>{score.mean.toFixed(3)}</span> : '—'
      },
    })),
    {
      id: 'latency',
      header: 'Mean latency',
      width: '110px',
      isNumeric: true,
      cell: ({ latencyMs }) => <Duration ms={latencyMs} />,
    },
    {
      id: 'errors',
      header: 'Errors',
      width: '80px',
      isNumeric: true,
      cell: ({ errors }) => <Count value={errors} />,
    },
    {
      id: 'traces',
      header: 'Traces',
      width: '80px',
      isNumeric: true,
      isSecondary: true,
      cell: ({ traces }) => <Count value={traces} />,
    },
    {
      id: 'when',
      header: 'Started',
      width: '110px',
      isNumeric: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
