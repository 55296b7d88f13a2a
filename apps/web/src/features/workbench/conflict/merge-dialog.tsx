import { Button, Group, Modal } from '@mantine/core'
import type { Draft, GraphDocument } from '@lathe/contract'
import { type MergeChoice, type MergeChoices, mergeDocuments } from '@lathe/graph'
import { useMemo, useState } from 'react'
import { plural } from '../../../lib/format.ts'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useDocument } from '../workbench-context.ts'
import { ChangeList } from './change-list.tsx'
import { ConflictField } from './conflict-field.tsx'
import styles from './conflict.module.css'
import { useSettleConflict } from './use-settle-conflict.ts'

type MergeDialogProps = {
  theirs: Draft
  base: GraphDocument
  isOpen: boolean
  onClose: () => void
}

/** Fields both changed, to be chosen one by one; everything else is merged already. */
export function MergeDialog({ theirs, base, isOpen, onClose }: MergeDialogProps) {
  const mine = useDocument()
  const { takeMerged } = useSettleConflict()
  const [choices, setChoices] = useState<MergeChoices>({})
  const { document, conflicts } = useMemo(
    () => mergeDocuments(base, mine, theirs.document, choices),
    [base, mine, theirs, choices],
  )
  const chooseAll = (choice: MergeChoice) =>
    setChoices(Object.fromEntries(conflicts.map(({ key }) => [key, choice])))
  const open = conflicts.filter(({ key }) => choices[key] === undefined).length

  return (
    <Modal opened={isOpen} onClose={onClose} size="60rem" title="Merge two versions of this draft">
      <p className={styles.lead}>
        {plural(conflicts.length, 'field')} changed here and elsewhere, saved{' '}
        <RelativeTime at={theirs.savedAt} />. Everything else is merged.
      </p>
      <Group gap="xs" mb="sm">
        <Button size="xs" variant="default" onClick={() => chooseAll('ours')}>
          Yours for all
        </Button>
        <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
          Theirs for all
        </Button>
      </Group>
      <div className={styles.fields}>
        {conflicts.map((conflict) => (
          <ConflictField
            key={conflict.key}
            conflict={conflict}
            choice={choices[conflict.key]}
            onChoose={(choice) => setChoices((old) => ({ ...old, [conflict.key]: choice }))}
          />
        ))}
      </div>
      <details className={styles.lead}>
        <summary>All that changed</summary>
        <div className={styles.columns}>
          <section className={styles.side} aria-label="Yours">
            <h3>Yours</h3>
            <ChangeList from={base} to={mine} />
          </section>
          <section className={styles.side} aria-label="Theirs">
            <h3>Theirs</h3>
            <ChangeList from={base} to={theirs.document} />
          </section>
        </div>
      </details>
      <Group justify="space-between">
        <span className={styles.note}>Undo brings yours back as it was.</span>
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
