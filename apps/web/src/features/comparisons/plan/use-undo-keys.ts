import { useHotkeys } from '../../../lib/hotkeys.ts'
import { useComparison } from '../comparison-context.ts'

export function useUndoKeys(): void {
  const { store } = useComparison()
  useHotkeys([
    {
      keys: 'mod+z',
      label: 'Undo the last edit',
      group: 'Comparison',
      run: () => store.temporal.getState().undo(),
    },
    {
      keys: 'mod+shift+z',
      label: 'Redo',
      group: 'Comparison',
      run: () => store.temporal.getState().redo(),
    },
  ])
}
