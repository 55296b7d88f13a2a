import { useHotkeys } from '../../../lib/hotkeys.ts'
import { useHistory } from './use-history.ts'

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
