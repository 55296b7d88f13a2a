import { Button } from '@mantine/core'
import { useState, useEffect } from 'react'
import type { GraphDocument } from '@lathe/contract'
import { describeDiff, diffDocuments, mergeDocuments } from '@lathe/graph'
import { useSaving, useWorkbench } from '../workbench-context.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import styles from './conflict.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { plural } from '../../../lib/format.ts'
import { showUndoToast } from '../../../ui/undo-toast.tsx'
import type { AutosaveState } from '../draft/autosave.ts'
import { useSettleConflict } from './use-resolve-conflict.ts'

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

/** Merges what somebody else saved meanwhile, as long as nobody has to choose. */
function useAutoMerge(): void {
  const { store, saving } = useWorkbench()
  const { takeMerged } = useSettleConflict()

  useEffect(() => {
    const merge = ({ save }: AutosaveState) => {
      if (save.status !== 'conflict' || save.conflict.base === null) return
      const { base, theirs } = save.conflict
      const mine = store.getState().document
      const { document, conflicts } = mergeDocuments(base, mine, theirs.document)
      if (conflicts.length > 0) return
      void takeMerged(document)
      const told = tellChanges(base, theirs.document)
      if (told === undefined) return
      showUndoToast({
        message: `Merged what was saved elsewhere: ${told}`,
        // What was edited since stays; of what was merged only theirs goes.
        onUndo: () => store.edit((now) => mergeDocuments(document, now, mine).document),
      })
    }
    merge(saving.getState())
    return saving.subscribe(merge)
  }, [store, saving, takeMerged])
}

/** Undefined when only cards were moved or notes written. */
function tellChanges(base: GraphDocument, theirs: GraphDocument): string | undefined {
  const [first, ...others] = describeDiff(diffDocuments(base, theirs))
  if (first === undefined) return undefined
  const sentence = first.replaceAll('`', '')
  return others.length === 0 ? sentence : `${sentence}, and ${plural(others.length, 'more change')}`
}
