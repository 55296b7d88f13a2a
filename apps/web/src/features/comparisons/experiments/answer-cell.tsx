import type { ExperimentAnswer } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDuration } from '../../../lib/format.ts'
import { MovementMark } from '../grid/movement-mark.tsx'
import { type Chosen, scoresText } from './answer-rows.ts'
import styles from './experiments.module.css'
import type { Moved } from './outcomes.ts'

type AnswerCellProps = {
  /** The repeats, oldest first. */
  answers: readonly ExperimentAnswer[]
  moved: Moved | undefined
  chosen: Chosen | undefined
  /** Which of them is shown. */
  repeat: number
  onRepeat: (repeat: number) => void
}

const CHOSEN: Record<Chosen, string> = {
  preferred: '✓ preferred',
  tie: 'tie',
  none: 'no verdict',
}

/** What was answered: of several repeats one at a time, and the mean of their scores. */
export function AnswerCell({ answers, moved, chosen, repeat, onRepeat }: AnswerCellProps) {
  const shown = answers[repeat] ?? answers[0]
  if (!shown) return <span className={styles.muted}>no answer</span>
  const hasSeveral = answers.length > 1
  const scores = scoresText(answers)
  const own = scoresText([shown])
  return (
    <>
      <div className={styles.output} data-failed={shown.error !== null || undefined}>
        {shown.error ?? shown.output}
      </div>
      <div className={styles.facts} data-several={hasSeveral || undefined}>
        {scores !== '' && (
          <span className={styles.scores} title={hasSeveral ? eachText(answers) : scores}>
            {hasSeveral ? `${own === '' ? '—' : own} · mean ${scores}` : scores}
          </span>
        )}
        {chosen && <span className={styles.chosen}>{CHOSEN[chosen]}</span>}
        {moved && <MovementMark movement={moved} />}
        {hasSeveral && (
          <span role="group" aria-label="Repeats" className={styles.repeats}>
            {answers.map(({ traceId, error }, at) => (
              <UnstyledButton
                key={traceId}
                className={styles.repeat}
                aria-label={`Repeat ${at + 1}${error === null ? '' : ', failed'}`}
                aria-pressed={answers[at] === shown}
                data-failed={error !== null || undefined}
                onClick={() => onRepeat(at)}
              >
                {at + 1}
              </UnstyledButton>
            ))}
          </span>
        )}
        <Link to="/traces/$traceId" params={{ traceId: shown.traceId }}>
          Trace
        </Link>
        {shown.latencyMs !== null && <span>{formatDuration(shown.latencyMs)}</span>}
      </div>
    </>
  )
}

const eachText = (answers: readonly ExperimentAnswer[]): string =>
  answers.map((one, at) => `Repeat ${at + 1}: ${scoresText([one]) || 'no score'}`).join('\n')
