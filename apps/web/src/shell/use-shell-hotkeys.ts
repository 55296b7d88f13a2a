import { useNavigate } from '@tanstack/react-router'
import { showGuide } from '../lib/browser/guide.ts'
import { useHotkeys } from '../lib/browser/hotkeys.ts'
import { usePreferences } from '../lib/browser/preferences.ts'
import { openKeySheet, togglePalette } from './dialog-store.ts'
import {
  IconBell,
  IconBooks,
  IconBrain,
  IconColumns3,
  IconHome2,
  IconInbox,
  IconListSearch,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconTable,
  IconTextPlus,
  IconTool,
  IconTopologyStar3,
} from '@tabler/icons-react'

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

/** Sidebar entries, and the pages that `g` plus a letter opens. */
export const navEntries = [
  { to: '/', label: 'Overview', keys: 'g d', icon: IconHome2, place: 'top' },
  { to: '/inbox', label: 'Inbox', keys: 'g i', icon: IconInbox, place: 'top' },
  { to: '/agents', label: 'Agents', keys: 'g a', icon: IconTopologyStar3, place: 'top' },
  { to: '/threads', label: 'Threads', keys: 'g h', icon: IconMessages, place: 'top' },
  { to: '/traces', label: 'Traces', keys: 'g t', icon: IconListSearch, place: 'top' },
  { to: '/alerts', label: 'Alerts', keys: 'g l', icon: IconBell, place: 'top' },
  { to: '/compare', label: 'Compare', keys: 'g x', icon: IconColumns3, place: 'top' },
  { to: '/prompts', label: 'Prompts', keys: 'g p', icon: IconTextPlus, place: 'top' },
  { to: '/datasets', label: 'Datasets', keys: 'g e', icon: IconTable, place: 'top' },
  { to: '/tools', label: 'Tools', keys: 'g o', icon: IconTool, place: 'top' },
  { to: '/knowledge', label: 'Knowledge', keys: 'g k', icon: IconBooks, place: 'top' },
  { to: '/memory', label: 'Memory', keys: 'g y', icon: IconBrain, place: 'top' },
  { to: '/models', label: 'Models', keys: 'g m', icon: IconPlugConnected, place: 'top' },
  { to: '/settings', label: 'Settings', keys: 'g s', icon: IconSettings, place: 'bottom' },
] as const
