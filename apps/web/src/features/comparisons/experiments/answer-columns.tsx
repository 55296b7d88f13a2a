import type { Experiment, ExperimentAnswer } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { MovementMark } from '../grid/movement-mark.tsx'
import type { AnswerRow } from './answer-rows.ts'
import styles from './experiments.module.css'

export const answerColumns = (experiments: readonly Experiment[]): Column<AnswerRow>[] => [
  {
    id: 'example',
    header: 'Example',
    cell: ({ example }) => <div className={styles.text}>{example.inputs}</div>,
  },
  {
    id: 'reference',
    header: 'Reference',
    isSecondary: true,
    cell: ({ example }) => <div className={styles.text}>{example.reference}</div>,
  },
  ...experiments.map(({ id, name }, at): Column<AnswerRow> => ({
    id,
    header: (
      <span title={name} className={styles.head}>
        {name}
      </span>
    ),
    cell: ({ sides }) => {
      const { answers = [], moved } = sides[at] ?? {}
      const [first] = answers
      if (!first) return <span className={styles.muted}>no answer</span>
      return (
        <>
          <div className={styles.output} data-failed={first.error !== null || undefined}>
            {first.error ?? first.output}
          </div>
          <div className={styles.facts}>
            {Object.keys(first.scores).length > 0 && (
              <span className={styles.scores} title={scoresText(first)}>
                {scoresText(first)}
              </span>
            )}
            {moved && <MovementMark movement={moved} />}
            {first.latencyMs !== null && <span>{formatDuration(first.latencyMs)}</span>}
            {answers.map(({ traceId }, index) => (
              <Link
                key={traceId}
                to="/traces/$traceId"
                params={{ traceId }}
                aria-label={answers.length === 1 ? undefined : `Trace ${index + 1}`}
              >
                {answers.length === 1 ? 'Trace' : index === 0 ? 'Trace 1' : index + 1}
              </Link>
            ))}
          </div>
        </>
      )
    },
  })),
]

const scoresText = ({ scores }: ExperimentAnswer): string =>
  Object.entries(scores)
    .map(([key, score]) => `${key} ${Number.isInteger(score) ? score : score.toFixed(2)}`)
    .join(' · ')
