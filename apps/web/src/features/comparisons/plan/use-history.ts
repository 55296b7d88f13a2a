import { useStore } from 'zustand'
import { useComparison } from '../comparison-context.ts'
import { useHotkeys } from '../../../lib/hotkeys.ts'

/** What can be taken back, and what of that can be done again; undefined where there is nothing. */
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
      label: 'Undo the last edit',
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
