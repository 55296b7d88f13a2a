import type { Draft, GraphDocument } from '@lathe/contract'
import { useCallback } from 'react'
import { useWorkbench } from '../workbench-context.ts'

/** Resolves a conflict. Undo restores the version that was not chosen. */
export function useResolveConflict() {
  const { store, autosave } = useWorkbench()

  /** One undo step restores the local version. */
  const takeMerged = useCallback(
    (merged: GraphDocument) => {
      const settling = autosave.settle(merged)
      store.edit(() => merged)
      return settling
    },
    [store, autosave],
  )
  /** One undo step restores the server's version. */
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
