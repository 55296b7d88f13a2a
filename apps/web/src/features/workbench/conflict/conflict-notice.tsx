import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSaving } from '../workbench-context.ts'
import styles from './conflict.module.css'
import { ConflictDialog } from './conflict-dialog.tsx'

/** A line for as long as two versions of the draft exist. */
export function ConflictNotice() {
  const save = useSaving((state) => state.save)
  const [isOpen, setOpen] = useState(false)
  if (save.status !== 'conflict') return null

  return (
    <>
      <p className={styles.notice} role="alert">
        This draft was saved elsewhere while you were editing it. Both versions are at hand; nothing
        more is saved until you choose.
        <Button size="xs" onClick={() => setOpen(true)}>
          Compare and choose
        </Button>
      </p>
      <ConflictDialog conflict={save.conflict} isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}
