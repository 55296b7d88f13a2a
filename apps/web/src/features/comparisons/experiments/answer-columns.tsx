import type { Experiment } from '@lathe/contract'
import type { Column } from '../../../ui/data-table.tsx'
import { AnswerCell } from './answer-cell.tsx'
import type { AnswerRow } from './answer-rows.ts'
import styles from './experiments.module.css'
import type { Repeats } from './use-repeats.ts'

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
