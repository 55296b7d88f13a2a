import type { Experiment, ExperimentAnswer } from '@lathe/contract'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Column } from '../../../ui/data-table.tsx'
import { type AnswerRow, type Chosen, scoresText } from './answer-rows.ts'
import { formatDuration } from '../../../lib/format.ts'
import { MovementMark } from '../cells/cell-marks.tsx'
import type { Moved } from './outcomes.ts'
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
  ...experiments.map(({ id, name }, at): Column<AnswerRow> => ({
    id,
    header: (
      <span title={name} className={styles.head}>
        {name}
      </span>
    ),
    cell: ({ example, sides }) => (
      <AnswerCell
        answers={sides[at]?.answers ?? []}
        moved={sides[at]?.moved}
        chosen={sides[at]?.chosen}
        repeat={repeats.of(`${example.id} ${id}`)}
        onRepeat={(repeat) => repeats.show(`${example.id} ${id}`, repeat)}
      />
    ),
  })),
]

type AnswerCellProps = {
  /** The repeats, oldest first. */
  answers: readonly ExperimentAnswer[]
  moved: Moved | undefined
  chosen: Chosen | undefined
  /** Index of the shown repeat. */
  repeat: number
  onRepeat: (repeat: number) => void
}

const CHOSEN: Record<Chosen, string> = {
  preferred: '✓ preferred',
  tie: 'tie',
  none: 'no verdict',
}

/** Shows an answer. With repeats, shows one at a time and the mean score. */
function AnswerCell({ answers, moved, chosen, repeat, onRepeat }: AnswerCellProps) {
  const shown = answers[repeat] ?? answers[0]
  if (!shown) return <span className={styles.muted}>No answer</span>
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

type Repeats = { of: (cell: string) => number; show: (cell: string, repeat: number) => void }

/** The selected repeat of each cell. Kept when rows scroll out of view. */
export function useRepeats(): Repeats {
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map())
  return useMemo(
    () => ({
      of: (cell) => shown.get(cell) ?? 0,
      show: (cell, repeat) => setShown((old) => new Map(old).set(cell, repeat)),
    }),
    [shown],
  )
}
