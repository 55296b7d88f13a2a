import { Button } from '@mantine/core'
import { useState, useEffect } from 'react'
import type { GraphDocument } from '@lathe/contract'
import { describeDiff, diffDocuments, mergeDocuments } from '@lathe/graph'
import { useSaving, useWorkbench } from '../workbench-context.ts'
import { ConflictDialog, useResolveConflict } from './conflict-dialog.tsx'
import styles from './conflict.module.css'
import { MergeDialog } from './merge-dialog.tsx'
import { plural } from '../../../lib/format/format.ts'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import type { AutosaveState } from '../draft/autosave.ts'

/** Shows a notice while two versions of the draft conflict. */
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
        This draft was saved elsewhere while you were editing it. Saving is paused until you choose
        a version.
        <Button size="xs" onClick={() => setOpen(true)}>
          Compare and choose
        </Button>
      </p>
      {base === null ? (
        <ConflictDialog serverDraft={theirs} isOpen={isOpen} onClose={onClose} />
      ) : (
        <MergeDialog serverDraft={theirs} base={base} isOpen={isOpen} onClose={onClose} />
      )}
    </>
  )
}

/** Merges changes saved elsewhere if no field conflicts. */
function useAutoMerge(): void {
  const { store, saving } = useWorkbench()
  const { takeMerged } = useResolveConflict()

  useEffect(() => {
    const merge = ({ save }: AutosaveState) => {
      if (save.status !== 'conflict' || save.conflict.base === null) return
      const { base, theirs } = save.conflict
      const localDocument = store.getState().document
      const { document, conflicts } = mergeDocuments(base, localDocument, theirs.document)
      if (conflicts.length > 0) return
      void takeMerged(document)
      const summary = summarizeChanges(base, theirs.document)
      if (summary === undefined) return
      showUndoToast({
        message: `Merged changes saved elsewhere: ${summary}`,
        // Keeps later edits and removes only the merged changes.
        onUndo: () =>
          store.edit((current) => mergeDocuments(document, current, localDocument).document),
      })
    }
    merge(saving.getState())
    return saving.subscribe(merge)
  }, [store, saving, takeMerged])
}

/** Returns undefined if only card positions or notes changed. */
function summarizeChanges(base: GraphDocument, serverDocument: GraphDocument): string | undefined {
  const [first, ...otherChanges] = describeDiff(diffDocuments(base, serverDocument))
  if (first === undefined) return undefined
  const sentence = first.replaceAll('`', '')
  return otherChanges.length === 0
    ? sentence
    : `${sentence}, and ${plural(otherChanges.length, 'more change')}`
}
