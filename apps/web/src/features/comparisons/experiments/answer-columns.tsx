import type { Experiment, ExperimentAnswer } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Column } from '../../../ui/table/data-table.tsx'
import { type AnswerRow, type SideChoice, scoresText } from './answer-rows.ts'
import { formatDuration } from '../../../lib/format/format.ts'
import { ChangeMark } from '../cells/cell-marks.tsx'
import type { AnswerChange } from './experiment-metrics.ts'
import styles from './experiments.module.css'

export const answerColumns = (
  experiments: readonly Experiment[],
  repeats: Repeats,
): Column<AnswerRow>[] => [
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
  ...experiments.map(({ id, name }, index): Column<AnswerRow> => ({
    id,
    header: (
      <span title={name} className={styles.head}>
        {name}
      </span>
    ),
    cell: ({ example, sides }) => (
      <AnswerCell
        answers={sides[index]?.answers ?? []}
        change={sides[index]?.change}
        choice={sides[index]?.choice}
        repeat={repeats.of(`${example.id} ${id}`)}
        onRepeat={(repeat) => repeats.show(`${example.id} ${id}`, repeat)}
      />
    ),
  })),
]

type AnswerCellProps = {
  /** The repeats, oldest first. */
  answers: readonly ExperimentAnswer[]
  change: AnswerChange | undefined
  choice: SideChoice | undefined
  /** Index of the shown repeat. */
  repeat: number
  onRepeat: (repeat: number) => void
}

const CHOICE_LABELS: Record<SideChoice, string> = {
  preferred: '✓ preferred',
  tie: 'tie',
  none: 'no verdict',
}

/** Shows an answer. With repeats, shows one at a time and the mean score. */
function AnswerCell({ answers, change, choice, repeat, onRepeat }: AnswerCellProps) {
  const shownAnswer = answers[repeat] ?? answers[0]
  if (!shownAnswer) return <span className={styles.muted}>No answer</span>
  const hasSeveral = answers.length > 1
  const scores = scoresText(answers)
  const shownScores = scoresText([shownAnswer])
  return (
    <>
      <div className={styles.output} data-failed={shownAnswer.error !== null || undefined}>
        {shownAnswer.error ?? shownAnswer.output}
      </div>
      <div className={styles.facts} data-several={hasSeveral || undefined}>
        {scores !== '' && (
          <span className={styles.scores} title={hasSeveral ? eachText(answers) : scores}>
            {hasSeveral ? `${shownScores === '' ? '—' : shownScores} · mean ${scores}` : scores}
          </span>
        )}
        {choice && <span className={styles.chosen}>{CHOICE_LABELS[choice]}</span>}
        {change && <ChangeMark change={change} />}
        {hasSeveral && (
          <span role="group" aria-label="Repeats" className={styles.repeats}>
            {answers.map(({ traceId, error }, index) => (
              <UnstyledButton
                key={traceId}
                className={styles.repeat}
                aria-label={`Repeat ${index + 1}${error === null ? '' : ', failed'}`}
                aria-pressed={answers[index] === shownAnswer}
                data-failed={error !== null || undefined}
                onClick={() => onRepeat(index)}
              >
                {index + 1}
              </UnstyledButton>
            ))}
          </span>
        )}
        <Link to="/traces/$traceId" params={{ traceId: shownAnswer.traceId }}>
          Trace
        </Link>
        {shownAnswer.latencyMs !== null && <span>{formatDuration(shownAnswer.latencyMs)}</span>}
      </div>
    </>
  )
}

const eachText = (answers: readonly ExperimentAnswer[]): string =>
  answers
    .map((answer, index) => `Repeat ${index + 1}: ${scoresText([answer]) || 'no score'}`)
    .join('\n')

type Repeats = { of: (cell: string) => number; show: (cell: string, repeat: number) => void }

/** The selected repeat of each cell. Kept when rows scroll out of view. */
export function useRepeats(): Repeats {
  const [repeats, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  return useMemo(
    () => ({
      of: (cell) => repeats.get(cell) ?? 0,
      show: (cell, repeat) => setShown((old) => new Map(old).set(cell, repeat)),
    }),
    [repeats],
  )
}
