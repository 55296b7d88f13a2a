import { useStore } from 'zustand'
import { useComparison } from '../comparison-context.ts'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'

/** Undo and redo actions. Undefined if there is nothing to undo or redo. */
export function useHistory() {
  const { temporal } = useComparison().store
  const canUndo = useStore(temporal, ({ pastStates }) => pastStates.length > 0)
  const canRedo = useStore(temporal, ({ futureStates }) => futureStates.length > 0)
  return {
    undo: canUndo ? () => temporal.getState().undo() : undefined,
    redo: canRedo ? () => temporal.getState().redo() : undefined,
  }
}

export function useUndoKeys(): void {
  const { undo, redo } = useHistory()
  useHotkeys([
    {
      keys: 'mod+z',
      label: 'Undo',
      group: 'Comparison',
      hidden: !undo,
      run: () => undo?.(),
    },
    {
      keys: 'mod+shift+z',
      label: 'Redo',
      group: 'Comparison',
      hidden: !redo,
      run: () => redo?.(),
    },
  ])
}
