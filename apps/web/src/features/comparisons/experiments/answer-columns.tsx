import type { Experiment } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../../lib/format.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { MovementMark } from '../grid/movement-mark.tsx'
import { type AnswerRow, scoresText } from './answer-rows.ts'
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
      const scores = scoresText(answers)
      if (!first) return <span className={styles.muted}>no answer</span>
      return (
        <>
          <div className={styles.output} data-failed={first.error !== null || undefined}>
            {first.error ?? first.output}
          </div>
          <div className={styles.facts}>
            {scores !== '' && (
              <span className={styles.scores} title={scores}>
                {scores}
              </span>
            )}
            {moved && <MovementMark movement={moved} />}
            {answers.length === 1 && first.latencyMs !== null && (
              <span>{formatDuration(first.latencyMs)}</span>
            )}
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
