import type { Draft, GraphDocument } from '@lathe/contract'
import { useCallback } from 'react'
import { useWorkbench } from '../workbench-context.ts'

/** Each way leaves what was not chosen a step back in the history. */
export function useSettleConflict() {
  const { store, autosave } = useWorkbench()

  /** One step back is mine as it was. */
  const takeMerged = useCallback(
    (merged: GraphDocument) => {
      const settling = autosave.settle(merged)
      store.edit(() => merged)
      return settling
    },
    [store, autosave],
  )
  /** One step back is theirs. */
  const keepMine = useCallback(
    (theirs: Draft) => {
      const mine = store.getState().document
      store.edit(() => theirs.document)
      store.edit(() => mine)
      return autosave.settle(mine)
    },
    [store, autosave],
  )
  const takeTheirs = useCallback(
    (theirs: Draft) => {
      autosave.adopt(theirs)
      store.edit(() => theirs.document)
    },
    [store, autosave],
  )
  return { takeMerged, keepMine, takeTheirs }
}
