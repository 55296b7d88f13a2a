import type { Draft, GraphDocument } from '@lathe/contract'
import { useCallback } from 'react'
import { useWorkbench } from '../workbench-context.ts'

/** Each way leaves what was not chosen a step back in the history. */
export function useResolveConflict() {
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
    (serverDraft: Draft) => {
      const localDocument = store.getState().document
      store.edit(() => serverDraft.document)
      store.edit(() => localDocument)
      return autosave.settle(localDocument)
    },
    [store, autosave],
  )
  const takeTheirs = useCallback(
    (serverDraft: Draft) => {
      autosave.adopt(serverDraft)
      store.edit(() => serverDraft.document)
    },
    [store, autosave],
  )
  return { takeMerged, keepMine, takeTheirs }
}
