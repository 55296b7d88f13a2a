import { useNavigate } from '@tanstack/react-router'
import { showGuide } from '../lib/browser/guide.ts'
import { useHotkeys } from '../lib/browser/hotkeys.ts'
import { usePreferences } from '../lib/browser/preferences.ts'
import { openKeySheet, togglePalette } from './dialog-store.ts'
import { navEntries } from './nav-entries.ts'

/** The hotkeys of every page. */
export function useShellHotkeys(): void {
  const navigate = useNavigate()
  const { isSidebarExpanded, setSidebarExpanded } = usePreferences()

  useHotkeys([
    ...navEntries.map(({ to, label, keys }) => ({
      keys,
      label,
      group: 'Go to',
      run: () => void navigate({ to }),
    })),
    {
      keys: 'mod+k',
      label: 'Search or run a command',
      group: 'Everywhere',
      inFields: true,
      hidden: true,
      run: togglePalette,
    },
    {
      label: 'Guided start',
      group: 'Everywhere',
      run: () => {
        showGuide()
        void navigate({ to: '/' })
      },
    },
    { keys: '?', label: 'Show keyboard shortcuts', group: 'Everywhere', run: openKeySheet },
    {
      keys: '[',
      label: isSidebarExpanded ? 'Collapse sidebar' : 'Expand sidebar',
      group: 'Everywhere',
      run: () => setSidebarExpanded(!isSidebarExpanded),
    },
  ])
}
