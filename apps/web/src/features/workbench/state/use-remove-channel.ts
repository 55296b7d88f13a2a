import { removeChannel } from '@lathe/graph'
import { useCallback } from 'react'
import { showUndoToast } from '../../../ui/undo-toast.tsx'
import { useWorkbench } from '../workbench-context.ts'
import { restoreChannel } from './restore-channel.ts'

/** Deletes a channel and offers to bring it back, whatever is edited meanwhile. */
export function useRemoveChannel() {
  const { store, asRan } = useWorkbench()
  return useCallback(
    (name: string) => {
      if (asRan) return
      const before = store.getState().document
      store.edit((document) => removeChannel(document, name))
      showUndoToast({
        message: `Channel ${name} deleted`,
        onUndo: () => store.edit((document) => restoreChannel(document, before, name)),
      })
    },
    [store, asRan],
  )
}
