import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSaving } from '../workbench-context.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './conflict.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { useAutoMerge } from './use-auto-merge.ts'

/** A line for as long as there is something to choose between two versions of the draft. */
export function ConflictNotice() {
  const save = useSaving((state) => state.save)
  const [isOpen, setOpen] = useState(false)
  useAutoMerge()
  if (save.status !== 'conflict') return null

  const { theirs, base } = save.conflict
  const onClose = () => setOpen(false)
  return (
    <>
      <p className={styles.notice} role="alert">
        This draft was saved elsewhere while you were editing it. Both versions are at hand; nothing
        more is saved until you choose.
        <Button size="xs" onClick={() => setOpen(true)}>
          Compare and choose
        </Button>
      </p>
      {base === null ? (
        <ConflictDialog theirs={theirs} isOpen={isOpen} onClose={onClose} />
      ) : (
        <MergeDialog theirs={theirs} base={base} isOpen={isOpen} onClose={onClose} />
      )}
    </>
  )
}
