import type { Draft } from '@lathe/contract'
import { useWorkbench } from '../workbench-context.ts'

/** Both ways leave the version that was not chosen one step back in the history. */
export function useSettleConflict() {
  const { store, autosave } = useWorkbench()
  return {
    keepMine: async (theirs: Draft) => {
      const mine = store.getState().document
      store.edit(() => theirs.document)
      store.edit(() => mine)
      await autosave.keepMine()
    },
    takeTheirs: (theirs: Draft) => {
      autosave.adopt(theirs)
      store.edit(() => theirs.document)
    },
  }
}
