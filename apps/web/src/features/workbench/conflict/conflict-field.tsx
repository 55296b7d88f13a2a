import { Radio } from '@mantine/core'
import { describeConflict, type MergeChoice, type MergeConflict } from '@lathe/graph'
import { valueText } from '../../../ui/field-change.tsx'
import { WordDiff } from '../../../ui/word-diff.tsx'
import { Sentence } from '../problems/sentence.tsx'
import styles from './conflict.module.css'

type ConflictFieldProps = {
  conflict: MergeConflict
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

/** One field with both values, texts as what each side did to them. */
export function ConflictField({ conflict, choice, onChoose }: ConflictFieldProps) {
  const name = describeConflict(conflict)
  return (
    <fieldset className={styles.field}>
      <legend>
        <Sentence text={name} />
      </legend>
      <Option side="ours" conflict={conflict} choice={choice} onChoose={onChoose} />
      <Option side="theirs" conflict={conflict} choice={choice} onChoose={onChoose} />
    </fieldset>
  )
}

const TITLES: Record<MergeChoice, string> = { ours: 'Yours', theirs: 'Theirs' }

function Option({ side, conflict, choice, onChoose }: ConflictFieldProps & { side: MergeChoice }) {
  const { base, key } = conflict
  const value = conflict[side]
  const isText = typeof base === 'string' && typeof value === 'string'
  return (
    <label className={styles.option} data-chosen={choice === side || undefined}>
      <Radio
        name={key}
        classNames={{ radio: styles.radio ?? '' }}
        aria-label={`${TITLES[side]}: ${describeConflict(conflict).replaceAll('`', '')}`}
        checked={choice === side}
        onChange={() => onChoose(side)}
      />
      <span className={styles.optionBody}>
        <span className={styles.note}>{TITLES[side]}</span>
        {isText ? (
          <WordDiff before={base} after={value} />
        ) : (
          <code className={styles.value}>{valueText(value)}</code>
        )}
      </span>
    </label>
  )
}
