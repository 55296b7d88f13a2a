import { Button, Group, Modal, Radio } from '@mantine/core'
import type { Draft, GraphDocument } from '@lathe/contract'
import {
  type MergeChoice,
  type MergeChoices,
  mergeDocuments,
  describeConflict,
  type MergeConflict,
} from '@lathe/graph'
import { useMemo, useState } from 'react'
import { plural } from '../../../lib/format/format.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { useDocument } from '../workbench-context.ts'
import { ChangeList, useResolveConflict } from './conflict-dialog.tsx'
import styles from './conflict.module.css'
import { valueText } from '../../../ui/json/field-change.tsx'
import { WordDiff } from '../../../ui/text/word-diff.tsx'
import { TextWithCode } from '../problems/text-with-code.tsx'

type MergeDialogProps = {
  serverDraft: Draft
  base: GraphDocument
  isOpen: boolean
  onClose: () => void
}

/** Lists the conflicting fields to choose from. The other changes are already merged. */
export function MergeDialog({ serverDraft, base, isOpen, onClose }: MergeDialogProps) {
  const localDocument = useDocument()
  const { takeMerged } = useResolveConflict()
  const [choices, setChoices] = useState<MergeChoices>({})
  const { document, conflicts } = useMemo(
    () => mergeDocuments(base, localDocument, serverDraft.document, choices),
    [base, localDocument, serverDraft, choices],
  )
  const chooseAll = (choice: MergeChoice) =>
    setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, choice])))
  const open = conflicts.filter(({ key }) => choices[key] === undefined).length

  return (
    <Modal opened={isOpen} onClose={onClose} size="60rem" title="Merge two versions of this draft">
      <p className={styles.lead}>
        {plural(conflicts.length, 'field')} changed here and elsewhere, saved{' '}
        <RelativeTime time={serverDraft.savedAt} />. All other changes are merged.
      </p>
      <Group gap="xs" mb="sm">
        <Button size="xs" variant="default" onClick={() => chooseAll('ours')}>
          Use mine for all
        </Button>
        <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
          Use saved for all
        </Button>
      </Group>
      <div className={styles.fields}>
        {conflicts.map((conflict) => (
          <ConflictField
            key={conflict.key}
            conflict={conflict}
            choice={choices[conflict.key]}
            onChoose={(choice) => setChoices((current) => ({ ...current, [conflict.key]: choice }))}
          />
        ))}
      </div>
      <details className={styles.lead}>
        <summary>All changes</summary>
        <div className={styles.columns}>
          <section className={styles.side} aria-label="Yours">
            <h3>Yours</h3>
            <ChangeList from={base} to={localDocument} />
          </section>
          <section className={styles.side} aria-label="Theirs">
            <h3>Theirs</h3>
            <ChangeList from={base} to={serverDraft.document} />
          </section>
        </div>
      </details>
      <Group justify="space-between">
        <span className={styles.note}>Undo restores your version.</span>
        <Button
          disabled={open > 0}
          onClick={() => {
            onClose()
            void takeMerged(document)
          }}
        >
          {open > 0 ? `${open} left to choose` : 'Save merged draft'}
        </Button>
      </Group>
    </Modal>
  )
}

type ConflictFieldProps = {
  conflict: MergeConflict
  choice: MergeChoice | undefined
  onChoose: (choice: MergeChoice) => void
}

/** Shows both values of one field, texts as a diff. */
function ConflictField({ conflict, choice, onChoose }: ConflictFieldProps) {
  const name = describeConflict(conflict)
  return (
    <fieldset className={styles.field}>
      <legend>
        <TextWithCode text={name} />
      </legend>
      <ConflictOption side="ours" conflict={conflict} choice={choice} onChoose={onChoose} />
      <ConflictOption side="theirs" conflict={conflict} choice={choice} onChoose={onChoose} />
    </fieldset>
  )
}

const TITLES: Record<MergeChoice, string> = { ours: 'Yours', theirs: 'Theirs' }

function ConflictOption({
  side,
  conflict,
  choice,
  onChoose,
}: ConflictFieldProps & { side: MergeChoice }) {
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
